import {
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
import { listHighestPeaks, listRecentPeaks } from '@/store/db/queries/workouts/peak-efforts'
import { loadWorkoutTotals } from '@/store/db/queries/workouts/workout-totals'

/** Maximum age in days of efforts that thresholds are estimated from. */
const RECENT_DAYS = 90

/** A suggested threshold with the effort that it is based on, and the current value. */
export interface EffortSuggestion extends Suggestion<EffortRow> {
  /** The day of the effort, in the caller's time zone. */
  day: string
  /** The threshold in force today for sports that have none. */
  current: number | undefined
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
  const recent = await listRecentPeaks(db, {
    ...{ userId, now, from: now - RECENT_DAYS * DAY },
    wanted: sports.flatMap((sport) => recentTargets(sport).map((each) => ({ ...sport, ...each }))),
  })
  const ever = await listHighestPeaks(db, {
    userId,
    wanted: used.flatMap((sportId) => LASTING_TARGETS.map((each) => ({ sportId, ...each }))),
  })
  const bests = sports.map((sport) => ({
    ...sport,
    recent: recent.filter(({ sportId }) => sportId === sport.sportId),
    ever: ever.filter(({ sportId }) => sportId === sport.sportId),
  }))
  const current = await findThresholds(db, { userId, sportId: ALL_SPORTS, at: now })
  return suggestThresholds(bests)
    .filter(({ kind, value }) => isDifferent(kind, value, current[kind]))
    .map((suggestion) => ({
      ...suggestion,
      day: formatLocalDay(suggestion.effort.workout_date, timezone),
      current: current[suggestion.kind],
    }))
}

/**
 * Whether a suggestion differs from the current value. A maximum heart rate is only raised, because not reaching it
 * does not lower it.
 */
const isDifferent = (kind: ThresholdKind, value: number, current: number | undefined): boolean =>
  kind === 'max_hr' ? value > (current ?? 0) : value !== current
