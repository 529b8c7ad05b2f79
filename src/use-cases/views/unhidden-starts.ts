import type { AppContext } from '@/services/context'
import { countMostFrequentStart } from '@/store/db/queries/accounts/privacy-zones'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { loadPublicRules } from './hiding-rules'

/** Starts of workouts in a cell of the map that suggest a zone. */
export const MIN_STARTS = 3
/** Number of workouts in which an unhidden place is looked for, so that it costs the same however many there are. */
const LATEST = 200

/**
 * Counts the user's latest workouts that start at the same place, if others can see the maps of new workouts and the
 * user hides no places. Returns 0 for fewer than three.
 */
export async function countUnhiddenStarts(
  { db }: Pick<AppContext, 'db'>,
  { id: userId, map_visibility }: Pick<UserRow, 'id' | 'map_visibility'>,
): Promise<number> {
  if (map_visibility === 'private') return 0
  const rules = (await loadPublicRules({ db }, [userId])).get(userId)
  if (rules && (rules.areas.length > 0 || rules.hiddenMetres > 0)) return 0
  const count = await countMostFrequentStart(db, { userId, latest: LATEST })
  return count < MIN_STARTS ? 0 : count
}
