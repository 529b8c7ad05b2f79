import { describeTrip } from '@/domain/places/describe-trip'
import { formatTitle } from '@/domain/places/format-title'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import { toWallClock } from '@/lib/time/local-date'
import type { AppContext } from '@/services/context'
import { startOf } from '@/services/recordings/recorded-columns'
import type { Recording } from '@/services/workers/recording'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { findPublicPartsOfNew, loadPublicRules } from './hiding-rules'

/**
 * Returns the title of a new recording from the towns that it passed, without what the user hides from others. Undefined
 * unless the user wants such titles, and without any town nearby.
 */
export async function loadPlaceTitle(
  ctx: Pick<AppContext, 'db' | 'loadGazetteer'>,
  { user, sportId }: { user: UserRow; sportId: number },
  recording: Recording,
): Promise<string | undefined> {
  if (user.place_titles === 0 || !recording.withGps) return undefined
  const segments = recording.segments.map(({ points }) => ({ points: decodePoints(points) }))
  const rules = (await loadPublicRules(ctx, [user.id])).get(user.id)
  const shown = rules ? findPublicPartsOfNew(segments, rules).visible : segments
  const trip = describeTrip(
    shown.map(({ points }) => points),
    await ctx.loadGazetteer(),
  )
  const startedAt = rules?.hidesTimes ? null : toWallClock(startOf(recording), user.timezone)
  return trip && formatTitle(trip, { sportId, startedAt, language: user.language ?? '' })
}
