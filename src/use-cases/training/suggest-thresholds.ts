import {
  isLower,
  LASTING_TARGETS,
  recentTargets,
  type Suggestion,
  suggestThresholds,
} from '@/domain/analysis/suggestions'
import type { ThresholdKind } from '@/domain/analysis/thresholds'
import { isSwimming } from '@/domain/reference/swimming'
import { DAY } from '@/lib/time/clock'
import { formatLocalDay } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import { sportFacts } from '@/policy/sport-display'
import type { AppContext } from '@/services/context'
import { ALL_SPORTS, findThresholds } from '@/store/db/queries/accounts/thresholds'
import type { EffortRow } from '@/store/db/queries/workouts/best-efforts'
import {
  listHighestPeaks,
  listRecentPeaks,
  type PeakEffort,
} from '@/store/db/queries/workouts/peak-efforts'
import { loadWorkoutTotals } from '@/store/db/queries/workouts/workout-totals'

/** Maximum age in days of efforts that thresholds are estimated from. */
const RECENT_DAYS = 90
/** Maximum age in days of efforts that explain why a threshold was higher. */
const EARLIER_DAYS = 730

/** A suggested threshold with the effort that it is based on, and the current value. */
export interface EffortSuggestion extends Suggestion<EffortRow> {
  /** The day of the effort, in the caller's time zone. */
  day: string
  /** The threshold in force today for sports that have none. */
  current: number | undefined
  /** Why the value is lower than the current one; undefined if it is not. */
  lower: LowerReason | undefined
}

/** Why a suggestion is lower: the best effort of these days suggests no more, and better ones are older. */
export interface LowerReason {
  /** Days in the caller's time zone, both inclusive. */
  from: string
  to: string
  /** The suggestion from efforts of the last two years, if that is higher. */
  earlier: Suggestion<EffortRow> | undefined
}

/** Suggests thresholds that differ from the current ones, from the caller's best efforts. Changes nothing. */
export async function listSuggestions(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { userId, timezone }: Caller,
): Promise<EffortSuggestion[]> {
  const now = clock.now()
  const used = (await loadWorkoutTotals(db, [userId])).get(userId)?.sports ?? []
  const sports = used.map((sportId) => ({
    ...{ sportId, onFoot: sportFacts(sportId).pace, power: sportFacts(sportId).power },
    swims: isSwimming(sportId),
  }))
  const wanted = sports.flatMap((sport) =>
    recentTargets(sport).map((each) => ({ ...sport, ...each })),
  )
  const from = now - RECENT_DAYS * DAY
  const recent = await listRecentPeaks(db, { userId, now, from, wanted })
  const ever = await listHighestPeaks(db, {
    userId,
    wanted: used.flatMap((sportId) => LASTING_TARGETS.map((each) => ({ sportId, ...each }))),
  })
  const bests = withRecent(
    sports.map((sport) => ({
      ...sport,
      ever: ever.filter(({ sportId }) => sportId === sport.sportId),
    })),
    recent,
  )
  const current = await findThresholds(db, { userId, sportId: ALL_SPORTS, at: now })
  const found = suggestThresholds(bests)
    .filter(({ kind, value }) => isDifferent(kind, value, current[kind]))
    .map((suggestion) => ({
      ...suggestion,
      day: formatLocalDay(suggestion.effort.workout_date, timezone),
      current: current[suggestion.kind],
    }))
  const isLowered = ({ kind, value, current: known }: (typeof found)[number]) =>
    known !== undefined && isLower(kind, value, known)
  if (!found.some(isLowered)) return found.map((each) => ({ ...each, lower: undefined }))
  const period = { from: now - EARLIER_DAYS * DAY, now }
  const earlier = await listRecentPeaks(db, { userId, ...period, wanted })
  const before = suggestThresholds(withRecent(bests, earlier))
  const days = { from: formatLocalDay(from, timezone), to: formatLocalDay(now, timezone) }
  return found.map((each) => {
    const higher = before.find(
      ({ kind, value }) => kind === each.kind && isLower(kind, each.value, value),
    )
    return { ...each, lower: isLowered(each) ? { ...days, earlier: higher } : undefined }
  })
}

/** Replaces the recent efforts of sports. */
const withRecent = <Sport extends { sportId: number }>(
  sports: readonly Sport[],
  recent: readonly PeakEffort[],
) =>
  sports.map((sport) => ({
    ...sport,
    recent: recent.filter(({ sportId }) => sportId === sport.sportId),
  }))

/**
 * Whether a suggestion differs from the current value. A maximum heart rate is only raised, because not reaching it
 * does not lower it.
 */
const isDifferent = (kind: ThresholdKind, value: number, current: number | undefined): boolean =>
  kind === 'max_hr' ? value > (current ?? 0) : value !== current
