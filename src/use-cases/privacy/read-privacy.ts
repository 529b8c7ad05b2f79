import { hiddenAreaOf } from '@/domain/privacy/hidden-area'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import {
  findPrivacySettings,
  listFrequentStarts,
  listPrivacyZones,
  zoneOf,
} from '@/store/db/queries/accounts/privacy-zones'
import { MIN_STARTS } from '@/use-cases/views/unhidden-starts'

const NOTHING_HIDDEN = { hidden_metres: 0, hides_times: 0 } as const

/** Returns what the caller hides of all their recordings, and their zones, oldest first. */
export async function getPrivacy({ db }: Pick<AppContext, 'db'>, { userId }: Caller) {
  const settings = await findPrivacySettings(db, userId)
  return {
    settings: settings ?? NOTHING_HIDDEN,
    zones: await listPrivacyZones(db, userId),
  }
}

const MAX_SUGGESTIONS = 5

/** Returns places where many of the caller's workouts start and that are not in a zone, the most frequent first. */
export async function suggestPrivacyZones({ db }: Pick<AppContext, 'db'>, { userId }: Caller) {
  const areas = (await listPrivacyZones(db, userId)).map((row) => hiddenAreaOf(zoneOf(row)))
  const starts = await listFrequentStarts(db, userId, MIN_STARTS)
  const open = starts.filter(
    ({ latitude, longitude }) => !areas.some(({ contains }) => contains(longitude, latitude)),
  )
  return open.slice(0, MAX_SUGGESTIONS)
}
