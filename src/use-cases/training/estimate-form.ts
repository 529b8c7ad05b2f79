import { computeLoad } from '@/domain/analysis/load'
import { THRESHOLD_KINDS, type ThresholdKind, type Thresholds } from '@/domain/analysis/thresholds'
import { balanceByDay } from '@/domain/analysis/training-balance'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { periodName, periodNumbers } from '@/domain/statistics/periods'
import { DAY } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { ALL_SPORTS, findThresholds, getZoneRules } from '@/store/db/queries/accounts/thresholds'
import { listRatedWorkouts, type RatedWorkout } from '@/store/db/queries/workouts/workout-intensity'
import { sportMeasures } from '@/use-cases/workouts/measure/write-load'
import { type DayBalance, type DayRange, parseDayRange } from './read-form'
import { listSuggestions } from './suggest-thresholds'

/** A threshold that the user has not set, as the estimate uses it. */
export interface EstimatedThreshold {
  kind: ThresholdKind
  value: number
  /** The first day of the estimate, from which the threshold would have to be set to get the same result. */
  day: string
  /** Whether it is a typical value instead of the result of an effort. */
  isAssumed: boolean
}

/**
 * Days before the first one that the estimate takes into account: five times the time constant of fitness, after which
 * less than a hundredth of a load remains.
 */
const LEAD_DAYS = 210

/** Beats per minute. No effort reveals it, but loads by heart rate need it. */
const TYPICAL_RESTING_HR = 60

/**
 * Estimates the caller's fitness, fatigue and training balance with suggested thresholds in place of those that the
 * caller has not set. Stores nothing.
 *
 * @throws 400 when a day is invalid or there are more than ten years.
 */
export async function estimateTrainingBalance(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
  query: DayRange,
): Promise<{ days: DayBalance[]; thresholds: EstimatedThreshold[] }> {
  const { first, last } = parseDayRange(ctx, caller, query)
  const start = first - LEAD_DAYS
  const day = periodName('day', start)
  const { userId, timezone } = caller
  const known = await findThresholds(ctx.db, { userId, sportId: ALL_SPORTS, at: ctx.clock.now() })
  const thresholds = await listMissing(ctx, caller, known)
  const used = {
    ...Object.fromEntries(thresholds.map(({ kind, value }) => [kind, value])),
    ...known,
  }
  const rules = await getZoneRules(ctx.db, userId)
  const numberOf = periodNumbers('day', timezone)
  // A day more on both sides, because days begin at different times in different time zones.
  const span = { userId, from: (start - 1) * DAY, before: (last + 2) * DAY }
  const loads = new Float64Array(Math.max(0, last - start + 1))
  for (const workout of await listRatedWorkouts(ctx.db, span)) {
    const at = numberOf(workout.workout_date) - start
    if (at >= 0 && at < loads.length)
      loads[at] = (loads[at] ?? 0) + rateWorkout(workout, used, rules)
  }
  const days = balanceByDay(loads).slice(LEAD_DAYS)
  return {
    days: days.map((each, i) => ({ ...each, day: periodName('day', first + i) })),
    thresholds: thresholds.map((threshold) => ({ ...threshold, day })),
  }
}

/** Thresholds for those that are not set. */
async function listMissing(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
  known: Thresholds,
): Promise<Omit<EstimatedThreshold, 'day'>[]> {
  const suggested = await listSuggestions(ctx, caller)
  const found = suggested.map(({ kind, value }) => ({ kind, value, isAssumed: false }))
  const needsResting = [...suggested.map(({ kind }) => kind), ...keysOf(known)].includes('lthr')
  if (needsResting) found.push({ kind: 'resting_hr', value: TYPICAL_RESTING_HR, isAssumed: true })
  return THRESHOLD_KINDS.flatMap((kind) =>
    known[kind] === undefined ? found.filter((each) => each.kind === kind) : [],
  )
}

const keysOf = (thresholds: Thresholds) =>
  THRESHOLD_KINDS.filter((kind) => thresholds[kind] !== undefined)

/** The load of a workout; swims count with their pauses, because rests at the wall are not looked up. */
function rateWorkout(
  { sport_id: sportId, distance, moving: seconds, ave_hr, ...workout }: RatedWorkout,
  thresholds: Thresholds,
  rules: Awaited<ReturnType<typeof getZoneRules>>,
): number {
  const metres = distance === null ? undefined : distance * METRES_PER_KM
  const meanHeartRate = workout.isRecorded ? undefined : (ave_hr ?? undefined)
  const input = { ...workout, totals: { metres, seconds }, meanHeartRate }
  return computeLoad(input, thresholds, { sport: sportMeasures(sportId), rules }) ?? 0
}
