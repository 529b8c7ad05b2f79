import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { countModeration } from '@/db/queries/reports'
import { findUserByName, type UserRow } from '@/db/queries/users'
import { unknownUser } from '@/errors'
import { acceptedPolicy } from '@/policy/instance'
import { availableSource } from '@/policy/preferences'
import { canSeeUser } from '@/policy/user'
import { loadUserViews } from '@/views/user'

/** The caller's own account with totals, records, counts and preferences. */
export async function getProfile(ctx: AppContext, caller: Caller) {
  const { db, config } = ctx
  const [view] = await loadUserViews(ctx, caller, [caller.userId])
  if (!view) throw unknownUser()
  const { accepted_policy_at, missing_elevations_processing } = view.user
  const { privacy_policy_at } = await getAppConfig(db)
  return {
    ...view,
    counts: await countModeration(db, caller.userId),
    acceptedPolicy: acceptedPolicy(accepted_policy_at, privacy_policy_at),
    missingElevations: availableSource(missing_elevations_processing, config.elevation),
  }
}

type Reader = Pick<AppContext, 'db'>

/** An account in any state. @throws the error of `missing` when no account has this name. */
export async function requireUser(
  ctx: Reader,
  username: string,
  missing: () => Error = unknownUser,
): Promise<UserRow> {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw missing()
  return user
}

/**
 * An account as its page shows it: all of one's own, more of others' for moderators, less for visitors who are not
 * logged in.
 *
 * @throws 404 for an unknown account, and an inactive one unless an administrator asks.
 */
export async function getUser(ctx: AppContext, visitor: Visitor, username: string) {
  const user = await requireUser(ctx, username)
  if (!canSeeUser(user, visitor)) throw unknownUser()
  if (!visitor) return { for: 'anybody', view: await loadView(ctx, visitor, user.id) } as const
  if (visitor.userId === user.id)
    return { for: 'oneself', view: await getProfile(ctx, visitor) } as const
  return { for: 'others', view: await getUserDetail(ctx, visitor, user.id) } as const
}

/** Another account with everything the caller may know of it. */
export async function getUserDetail(ctx: Reader, caller: Caller, userId: number) {
  const view = await loadView(ctx, caller, userId)
  const counts = view.seen.sight.counts ? await countModeration(ctx.db, userId) : undefined
  return { ...view, counts }
}

async function loadView(ctx: Reader, visitor: Visitor, userId: number) {
  const [view] = await loadUserViews(ctx, visitor, [userId])
  if (!view) throw unknownUser()
  return view
}
