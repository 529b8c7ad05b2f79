import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { countModeration } from '@/db/queries/moderation-counts'
import { unknownUser } from '@/errors'
import { availableSource } from '@/policy/elevation-source'
import { acceptedPolicy } from '@/policy/privacy-policy'
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
