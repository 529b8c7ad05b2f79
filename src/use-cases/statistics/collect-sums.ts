import type { AppContext } from '@/context'
import {
  findWorkoutAfter,
  listWorkoutNumbers,
  type WorkoutPlace,
} from '@/db/queries/workout-statistics'
import { listPeriodSums } from '@/db/queries/workout-sums'
import { type PeriodSums, sumsOfWorkout } from '@/stats/group'
import { numberOfDay, type Period, periodNumbers } from '@/stats/periods'
import { divideSpan, type Span } from '@/stats/spans'

/** Which workouts of a user are summed up, and over what. */
export interface SumRequest {
  userId: number
  timezone: string
  /** Only those of one sport. */
  sportId: number | undefined
  period: Period
  /** Not before; the beginning of a day. */
  from: number | undefined
  /** Before; the end of a day. */
  until: number | undefined
  /** Only the most recent ones, all of them for undefined; there are more. */
  mostRecent: number | undefined
}

/** No day has more hours. */
const LONGEST_DAY = 27 * 3_600_000

/**
 * Sums by period and sport, a period possibly in several parts. They are put together from sums that are kept, so that
 * the cost depends on the periods asked for; only of the day in which the number of workouts is reached they are read.
 */
export async function collectSums(ctx: Pick<AppContext, 'db'>, request: SumRequest) {
  const { period, timezone } = request
  const dayOf = periodNumbers('day', timezone)
  const cut = await findCut(ctx, request)
  const first = cut
    ? dayOf(cut.workout_date) + 1
    : request.from === undefined
      ? -Infinity
      : dayOf(request.from)
  const last = request.until === undefined ? Infinity : dayOf(request.until - 1)
  const kept = await listKeptSums(ctx, request, { first, last })
  if (!cut || first - 1 > last) return kept
  const until = cut.workout_date + LONGEST_DAY
  const rows = await listWorkoutNumbers(ctx.db, request.userId, { from: cut, until })
  const ofThatDay = rows.filter(
    ({ workout_date, sport_id }) =>
      dayOf(workout_date) === first - 1 && (request.sportId ?? sport_id) === sport_id,
  )
  return [...kept, ...ofThatDay.map((row) => sumsOfWorkout(row, numberOfDay(period, first - 1)))]
}

/** The oldest of the most recent workouts, when it is among those asked for. */
async function findCut(
  { db }: Pick<AppContext, 'db'>,
  { mostRecent, from, ...scope }: SumRequest,
): Promise<WorkoutPlace | undefined> {
  if (mostRecent === undefined) return undefined
  const oldest = await findWorkoutAfter(db, scope, mostRecent - 1)
  return oldest && oldest.workout_date >= (from ?? -Infinity) ? oldest : undefined
}

async function listKeptSums(
  { db }: Pick<AppContext, 'db'>,
  { userId, sportId, period }: SumRequest,
  span: Span,
): Promise<PeriodSums[]> {
  const { whole, days } = divideSpan(period, span)
  const kept = await listPeriodSums(db, { userId, sportId, period, ...bounded(whole) })
  for (const part of days)
    for (const sums of await listPeriodSums(db, { userId, sportId, period: 'day', ...part }))
      kept.push({ ...sums, number: numberOfDay(period, sums.number) })
  return kept
}

/** SQLite knows no infinity among whole numbers. */
const bounded = ({ first, last }: Span): Span => ({
  first: Math.max(first, Number.MIN_SAFE_INTEGER),
  last: Math.min(last, Number.MAX_SAFE_INTEGER),
})
