import type { Caller } from '@/policy/caller'
import { canFindAllUsers } from '@/policy/user'
import type { AppContext } from '@/services/context'
import { listUsersWithTwoFactor } from '@/store/db/queries/accounts/two-factor'
import {
  ALL_ORDERS,
  DIRECTORY_ORDERS,
  DIRECTORY_STATES,
  listDirectory,
} from '@/store/db/queries/accounts/user-directory'
import { loadUserViews } from '@/use-cases/views/user'

/** Query for a page of the user directory. Unknown orders and states fall back to the default. */
export interface DirectoryQuery {
  search: string
  inEmails: boolean
  role: string | undefined
  state: string | undefined
  withFollowed: boolean
  withHidden: boolean
  withInactive: boolean
  withSuspended: boolean
  /** Also how the accounts are used. */
  withUsage: boolean
  orderBy: string | undefined
  order: string | undefined
  page: number
  perPage: number
}

/**
 * Returns one page of the user directory. The options for hidden, inactive and suspended accounts and for usage, the
 * filters by email address, role and state, and the orders by usage are ignored unless the caller is an administrator.
 */
export async function listUsers(ctx: AppContext, caller: Caller, request: DirectoryQuery) {
  const findsAll = canFindAllUsers(caller)
  const { ids, total } = await listDirectory(ctx.db, {
    ...request,
    viewerId: caller.userId,
    inEmails: findsAll && request.inEmails,
    role: findsAll ? request.role : undefined,
    state: findsAll ? DIRECTORY_STATES.find((state) => state === request.state) : undefined,
    withHidden: findsAll && request.withHidden,
    withInactive: findsAll && request.withInactive,
    withSuspended: findsAll && request.withSuspended,
    orderBy:
      (findsAll ? ALL_ORDERS : DIRECTORY_ORDERS).find((order) => order === request.orderBy) ??
      'username',
    order: request.order === 'desc' ? 'desc' : 'asc',
  })
  const views = await loadUserViews(ctx, caller, ids)
  const withUsage = findsAll && request.withUsage
  const withTwoFactor = withUsage ? await listUsersWithTwoFactor(ctx.db, ids) : new Set<number>()
  return { views, total, withUsage, withTwoFactor }
}
