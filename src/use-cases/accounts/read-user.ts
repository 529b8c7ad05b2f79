import { unknownUser } from '@/lib/errors'
import type { Caller, Visitor } from '@/policy/caller'
import { acceptedPolicy } from '@/policy/instance'
import { availableSource } from '@/policy/preferences'
import { canSeeUser } from '@/policy/user'
import type { AppContext } from '@/services/context'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { countModeration } from '@/store/db/queries/social/reports'
import type { PublicDeps } from '@/use-cases/views/public-version'
import { countUnhiddenStarts } from '@/use-cases/views/unhidden-starts'
import { loadUserViews, requireUser } from '@/use-cases/views/user'

/** Returns the caller's account with totals, records, counts, preferences, and whether a place of theirs is easy to find. */
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
    unhiddenStarts: await countUnhiddenStarts(ctx, view.user),
  }
}

type Deps = PublicDeps

/**
 * Returns an account for its profile page: everything for the user, more details for moderators, fewer for anonymous
 * visitors.
 *
 * @throws 404 when the account is unknown, or inactive and the visitor is not an administrator.
 */
export async function getUser(ctx: AppContext, visitor: Visitor, username: string) {
  const user = await requireUser(ctx, username)
  if (!canSeeUser(user, visitor)) throw unknownUser()
  if (!visitor) return { for: 'anybody', view: await loadView(ctx, visitor, user.id) } as const
  if (visitor.userId === user.id)
    return { for: 'oneself', view: await getProfile(ctx, visitor) } as const
  return { for: 'others', view: await getUserDetail(ctx, visitor, user.id) } as const
}

/** Returns another account with everything that the caller may see of it. */
export async function getUserDetail(ctx: Deps, caller: Caller, userId: number) {
  const view = await loadView(ctx, caller, userId)
  const counts = view.seen.permissions.counts ? await countModeration(ctx.db, userId) : undefined
  return { ...view, counts }
}

async function loadView(ctx: Deps, visitor: Visitor, userId: number) {
  const [view] = await loadUserViews(ctx, visitor, [userId])
  if (!view) throw unknownUser()
  return view
}
