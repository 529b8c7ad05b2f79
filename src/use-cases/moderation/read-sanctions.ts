import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  findActionAgainst,
  listSanctionsAgainst,
  loadLatestSuspensions,
  type ReportActionRow,
} from '@/db/queries/report-actions'
import { getUserById } from '@/db/queries/users'
import { forbidden, notFound } from '@/errors'
import { canSeeSanctions } from '@/policy/moderation'
import { requireUser } from '@/use-cases/accounts/read-user'
import { loadWholeActionViews } from '@/views/report'
import { loadActionViews } from '@/views/sanction'

type Reader = Pick<AppContext, 'db'>

/** The action that suspended the caller's account. @throws 404 when it is not suspended. */
export async function requireOwnSuspension(ctx: Reader, caller: Caller): Promise<ReportActionRow> {
  const { id, suspended_at } = await getUserById(ctx.db, caller.userId)
  const action = (await loadLatestSuspensions(ctx.db, 'user', [id])).get(id)
  if (suspended_at === null || !action) throw notFound('user account is not suspended')
  return action
}

/** An action against the caller, of whatever type. @throws 404. */
export async function requireOwnSanction(
  ctx: Reader,
  caller: Caller,
  shortId: string,
): Promise<ReportActionRow> {
  const action = await findActionAgainst(ctx.db, caller.userId, shortId)
  if (!action) throw notFound('no sanction found')
  return action
}

/** What suspended the caller's account, with its appeal. @throws 404 when it is not suspended. */
export const getOwnSuspension = async (ctx: AppContext, caller: Caller) =>
  wholeView(ctx, caller, await requireOwnSuspension(ctx, caller))

/** An action against the caller with its appeal and what it is about. @throws 404. */
export const getOwnSanction = async (ctx: AppContext, caller: Caller, shortId: string) =>
  wholeView(ctx, caller, await requireOwnSanction(ctx, caller, shortId))

async function wholeView(ctx: AppContext, caller: Caller, action: ReportActionRow) {
  const [view] = await loadWholeActionViews(ctx, caller, [action])
  if (!view) throw new Error('no view for an action that exists')
  return view
}

/**
 * One page of the sanctions against a user, newest first.
 *
 * @throws 404, then 403 for those who are neither the user nor moderators.
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
