import { getOwnRecords } from '@/api/records/service'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { loadCompactUsers } from '@/db/queries/compact-users'
import { getUserById } from '@/db/queries/users'
import { sumWorkoutsOf } from '@/db/queries/workouts'
import { unknownUser } from '@/errors'
import { availableSource } from '@/policy/elevation-source'
import { acceptedPolicy } from '@/policy/privacy-policy'

/** The caller's own account with totals, records and preferences. */
export async function getProfile(ctx: AppContext, caller: Caller) {
  const { db, config } = ctx
  const user = await getUserById(db, caller.userId)
  const compact = (await loadCompactUsers(db, [user.id])).get(user.id)
  if (!compact) throw unknownUser()
  const perSport = await sumWorkoutsOf(db, user.id)
  const { privacy_policy_at } = await getAppConfig(db)
  return {
    user,
    compact,
    totals: {
      sports: perSport.map(({ sport_id }) => sport_id),
      distance: sum(perSport.map(({ distance }) => distance)),
      ascent: sum(perSport.map(({ ascent }) => ascent ?? 0)),
      moving: sum(perSport.map(({ moving }) => moving)),
    },
    records: await getOwnRecords(ctx, caller),
    acceptedPolicy: acceptedPolicy(user.accepted_policy_at, privacy_policy_at),
    missingElevations: availableSource(user.missing_elevations_processing, config.elevation),
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
