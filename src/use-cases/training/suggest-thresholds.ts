import {
  LASTING_TARGETS,
  recentTargets,
  type Suggestion,
  suggestThresholds,
} from '@/analysis/suggestions'
import type { ThresholdKind } from '@/analysis/thresholds'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { FoundEffort } from '@/db/queries/best-efforts'
import { listHighestPeaks, listRecentPeaks } from '@/db/queries/peak-efforts'
import { ALL_SPORTS, findThresholds } from '@/db/queries/thresholds'
import { loadWorkoutTotals } from '@/db/queries/workout-sums'
import { DAY } from '@/lib/clock'
import { localDay } from '@/lib/local-date'
import { sportFacts } from '@/policy/sport-display'
import { isSwimming } from '@/reference/swimming'

/** Days in which efforts speak for what somebody can do. */
const RECENT_DAYS = 90

/** A threshold that an effort speaks for, and what holds so far. */
export interface FoundSuggestion extends Suggestion<FoundEffort> {
  /** The day of the effort, in the calendar of the caller. */
  day: string
  /** What holds today in sports without a threshold of their own. */
  current: number | undefined
}

/** What the caller's best efforts suggest as thresholds that are not so already. Nothing is changed. */
export async function listSuggestions(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { userId, timezone }: Caller,
): Promise<FoundSuggestion[]> {
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
    .filter(({ kind, value }) => speaksAgainst(kind, value, current[kind]))
    .map((suggestion) => ({
      ...suggestion,
      day: localDay(suggestion.effort.workout_date, timezone),
      current: current[suggestion.kind],
    }))
}

/** Whether something else is suggested than holds. Whoever did not reach a highest heart rate has it all the same. */
const speaksAgainst = (kind: ThresholdKind, value: number, current: number | undefined): boolean =>
  kind === 'max_hr' ? value > (current ?? 0) : value !== current
