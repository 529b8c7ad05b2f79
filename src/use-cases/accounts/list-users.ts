import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { DIRECTORY_ORDERS, listDirectory } from '@/db/queries/user-directory'
import { canFindAllUsers } from '@/policy/user'
import { loadUserViews } from '@/views/user'

/** A request for a page of the directory; unknown orders fall back to the default. */
export interface DirectoryQuery {
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

/** One page of the directory of users; only administrators may ask for hidden, inactive and suspended accounts. */
export async function listUsers(ctx: AppContext, caller: Caller, request: DirectoryQuery) {
  const findsAll = canFindAllUsers(caller)
  const { ids, total } = await listDirectory(ctx.db, {
    ...request,
    viewerId: caller.userId,
    withHidden: findsAll && request.withHidden,
    withInactive: findsAll && request.withInactive,
    withSuspended: findsAll && request.withSuspended,
    orderBy: DIRECTORY_ORDERS.find((order) => order === request.orderBy) ?? 'username',
    order: request.order === 'desc' ? 'desc' : 'asc',
  })
  return { views: await loadUserViews(ctx, caller, ids), total }
}
