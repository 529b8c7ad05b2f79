import {
  balanceByDay,
  RELEVANT_DAYS,
  type TrainingBalance,
} from '@/domain/analysis/training-balance'
import {
  type Period,
  parsePeriod,
  periodName,
  periodNumber,
  periodNumbers,
} from '@/domain/statistics/periods'
import { invalidPayload } from '@/lib/errors'
import { parseDate } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { Db } from '@/store/db/connections/open'
import { findLoadUpdate, type LoadUpdateRow } from '@/store/db/queries/workouts/load-updates'
import {
  type LoadSums,
  listDailyLoads,
  listLoadSums,
} from '@/store/db/queries/workouts/workout-loads'

/** Range of days, `YYYY-MM-DD` in the caller's time zone, both inclusive. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

/** Fitness, fatigue and training balance after a day. */
export interface DayBalance extends TrainingBalance {
  day: string
}

/** Default and maximum number of days. */
const DEFAULT_DAYS = 90
const MAX_DAYS = 3700

/**
 * Returns the caller's fitness, fatigue and training balance for each day of a range, up to today, and the progress of
 * updating training loads.
 *
 * @throws 400 when a day is invalid or there are more than ten years.
 */
export async function readTrainingBalance(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
  query: DayRange,
): Promise<{ days: DayBalance[]; update: LoadUpdateRow | undefined }> {
  const { first, last } = parseDayRange(ctx, caller, query)
  const form = await computeBalance(ctx.db, caller.userId, { first, last })
  return {
    days: form.map((each, i) => ({ ...each, day: periodName('day', first + i) })),
    update: await findLoadUpdate(ctx.db, caller.userId),
  }
}

/**
 * Returns the numbers of the first and the last day of a range, which ends today at the latest.
 *
 * @throws 400 when a day is invalid or there are more than ten years.
 */
export function parseDayRange(
  { clock }: Pick<AppContext, 'clock'>,
  { timezone }: Caller,
  query: DayRange,
): { first: number; last: number } {
  const today = periodNumbers('day', timezone)(clock.now())
  const last = Math.min(today, requireDay(query.to) ?? today)
  const first = requireDay(query.from) ?? last - DEFAULT_DAYS + 1
  if (last - first >= MAX_DAYS) throw invalidPayload()
  return { first, last }
}

/**
 * Computes fitness, fatigue and training balance after each day. Starts long before the first day, when earlier loads
 * no longer matter.
 */
async function computeBalance(
  db: Db,
  userId: number,
  { first, last }: { first: number; last: number },
): Promise<TrainingBalance[]> {
  if (last < first) return []
  const start = first - RELEVANT_DAYS
  const loads = new Float64Array(last - start + 1)
  for (const { number, load } of await listDailyLoads(db, { userId, first: start, last }))
    loads[number - start] = load
  return balanceByDay(loads).slice(RELEVANT_DAYS)
}

const DAY_MILLISECONDS = 86_400_000

/** Parses a day to its number since the Unix epoch. */
function requireDay(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const day = parseDate(text)
  if (day === undefined) throw invalidPayload()
  return Date.parse(day) / DAY_MILLISECONDS
}

/** Totals of the workouts in a period. */
export interface PeriodLoad extends Omit<LoadSums, 'number'> {
  name: string
  /** Fitness after the period or today, and its change. Only for weeks. */
  fitness: number | undefined
  ramp: number | undefined
}

/** Default number of days by type of period, and maximum number of periods. */
const DEFAULT_DAYS_BY_PERIOD: Record<Period, number> = {
  day: 90,
  week: 182,
  weekm: 182,
  month: 365,
  year: 3650,
}
const MAX_PERIODS = 600
const DAYS_PER_WEEK = 7

/**
 * Returns load and time in zones by period in the caller's time zone, ordered by time, without empty periods.
 *
 * @throws 400 when a day or the period is invalid, or there are more than 600 periods.
 */
export async function readPeriodLoads(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { userId, timezone }: Caller,
  { time = 'weekm', ...query }: DayRange & { time?: string | undefined },
): Promise<PeriodLoad[]> {
  const period = parsePeriod(time)
  if (!period) throw invalidPayload()
  const today = periodNumbers('day', timezone)(ctx.clock.now())
  const to = Math.min(today, requireDay(query.to) ?? today)
  const from = requireDay(query.from) ?? to - DEFAULT_DAYS_BY_PERIOD[period]
  const [first, last] = [periodNumber(period, from), periodNumber(period, to)]
  const step = period === 'week' || period === 'weekm' ? DAYS_PER_WEEK : 1
  if ((last - first) / step >= MAX_PERIODS) throw invalidPayload()
  const sums = await listLoadSums(ctx.db, { userId, period, first, last })
  // The current week ends today; days without workouts still to come must not reduce its fitness.
  const endOf = (week: number) => Math.min(week + DAYS_PER_WEEK - 1, today)
  const days = { first: first - 1, last: endOf(last) }
  const form = step === DAYS_PER_WEEK ? await computeBalance(ctx.db, userId, days) : []
  const fitnessAfter = (day: number) => form[day - days.first]?.fitness
  return sums.map(({ number, ...sum }) => {
    const fitness = fitnessAfter(endOf(number))
    const before = fitnessAfter(number - 1)
    const ramp = fitness === undefined || before === undefined ? undefined : fitness - before
    return { ...sum, name: periodName(period, number), fitness, ramp }
  })
}
