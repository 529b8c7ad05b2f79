import { forbidden, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { canSeeSanctions } from '@/policy/moderation'
import type { AppContext } from '@/services/context'
import { getUserById } from '@/store/db/queries/accounts/users'
import {
  findActionAgainst,
  listSanctionsAgainst,
  loadLatestSuspensions,
  type ReportActionRow,
} from '@/store/db/queries/social/report-actions'
import { loadDetailedActionViews } from '@/use-cases/views/report'
import { loadActionViews } from '@/use-cases/views/sanction'
import { requireUser } from '@/use-cases/views/user'

type Deps = Pick<AppContext, 'db'>

/** Returns the action that suspended the caller's account. @throws 404 when it is not suspended. */
export async function requireOwnSuspension(ctx: Deps, caller: Caller): Promise<ReportActionRow> {
  const { id, suspended_at } = await getUserById(ctx.db, caller.userId)
  const action = (await loadLatestSuspensions(ctx.db, 'user', [id])).get(id)
  if (suspended_at === null || !action) throw notFound('user account is not suspended')
  return action
}

/** Returns an action of any type against the caller. @throws 404. */
export async function requireOwnSanction(
  ctx: Deps,
  caller: Caller,
  shortId: string,
): Promise<ReportActionRow> {
  const action = await findActionAgainst(ctx.db, caller.userId, shortId)
  if (!action) throw notFound('no sanction found')
  return action
}

/** Returns the action that suspended the caller's account, with its appeal. @throws 404 when it is not suspended. */
export const getOwnSuspension = async (ctx: AppContext, caller: Caller) =>
  completeView(ctx, caller, await requireOwnSuspension(ctx, caller))

/** Returns an action against the caller with its appeal and content. @throws 404. */
export const getOwnSanction = async (ctx: AppContext, caller: Caller, shortId: string) =>
  completeView(ctx, caller, await requireOwnSanction(ctx, caller, shortId))

async function completeView(ctx: AppContext, caller: Caller, action: ReportActionRow) {
  const [view] = await loadDetailedActionViews(ctx, caller, [action])
  if (!view) throw new Error('no view for an action that exists')
  return view
}

/**
 * Returns one page of the sanctions against a user, newest first.
 *
 * @throws 404, then 403 unless the caller is the user or a moderator.
 */
export async function listSanctions(
  ctx: AppContext,
  caller: Caller,
  { username, ...page }: { username: string; page: number; perPage: number },
) {
  const { id } = await requireUser(ctx, username)
  if (!canSeeSanctions(caller, id)) throw forbidden()
  const { rows, total } = await listSanctionsAgainst(ctx.db, id, page)
  return { views: await loadActionViews(ctx, caller, rows), total }
}
