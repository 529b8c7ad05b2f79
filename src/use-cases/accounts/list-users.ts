import { type Caller, hasRole } from '@/caller'
import type { AppContext } from '@/context'
import { DIRECTORY_ORDERS, listDirectory } from '@/db/queries/user-directory'
import { loadUserViews } from '@/views/user'

/** What a caller wishes to see of the directory; unknown orders read as the default. */
export interface DirectoryWish {
  search: string
  withFollowed: boolean
  withHidden: boolean
  withInactive: boolean
  withSuspended: boolean
  orderBy: string | undefined
  order: string | undefined
  page: number
  perPage: number
}

/** One page of the directory of users; only administrators find hidden, inactive and suspended accounts by wish. */
export async function listUsers(ctx: AppContext, caller: Caller, wish: DirectoryWish) {
  const isAdmin = hasRole(caller, 'admin')
  const { ids, total } = await listDirectory(ctx.db, {
    ...wish,
    viewerId: caller.userId,
    withHidden: isAdmin && wish.withHidden,
    withInactive: isAdmin && wish.withInactive,
    withSuspended: isAdmin && wish.withSuspended,
    orderBy: DIRECTORY_ORDERS.find((order) => order === wish.orderBy) ?? 'username',
    order: wish.order === 'desc' ? 'desc' : 'asc',
  })
  return { views: await loadUserViews(ctx, caller, ids), total }
}
