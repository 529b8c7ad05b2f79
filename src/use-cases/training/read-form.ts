import { type Form, formByDay, REMEMBERED_DAYS } from '@/analysis/form'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { Db } from '@/db/open'
import { findLoadUpdate, type LoadUpdateRow } from '@/db/queries/load-updates'
import { type LoadSums, listDailyLoads, listLoadSums } from '@/db/queries/workout-loads'
import { invalidPayload } from '@/errors'
import { parseDate } from '@/lib/local-date'
import { numberOfDay, type Period, parsePeriod, periodName, periodNumbers } from '@/stats/periods'

/** Days or periods as they are asked for, `YYYY-MM-DD` in the calendar of the caller, both included. */
export interface FormQuery {
  from?: string | undefined
  to?: string | undefined
}

/** How the caller stands after a day. */
export interface DayForm extends Form {
  day: string
}

/** Days that are told when no first one is given, and at most. */
const USUAL_DAYS = 90
const MOST_DAYS = 3700

/**
 * Fitness, fatigue and form of the caller on each day of a time, up to today, and how far an update of loads is.
 *
 * @throws 400 for what is no day, and for more than ten years.
 */
export async function readForm(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { userId, timezone }: Caller,
  query: FormQuery,
): Promise<{ days: DayForm[]; update: LoadUpdateRow | undefined }> {
  const today = periodNumbers('day', timezone)(ctx.clock.now())
  const last = Math.min(today, requireDay(query.to) ?? today)
  const first = requireDay(query.from) ?? last - USUAL_DAYS + 1
  if (last - first >= MOST_DAYS) throw invalidPayload()
  const form = await formUntil(ctx.db, userId, { first, last })
  return {
    days: form.map((each, i) => ({ ...each, day: periodName('day', first + i) })),
    update: await findLoadUpdate(ctx.db, userId),
  }
}

/** How a user stands after each of numbered days; what was done long before does not matter any more. */
async function formUntil(
  db: Db,
  userId: number,
  { first, last }: { first: number; last: number },
): Promise<Form[]> {
  if (last < first) return []
  const start = first - REMEMBERED_DAYS
  const loads = new Float64Array(last - start + 1)
  for (const { number, load } of await listDailyLoads(db, { userId, first: start, last }))
    loads[number - start] = load
  return formByDay(loads).slice(REMEMBERED_DAYS)
}

const DAY_MILLISECONDS = 86_400_000

/** The number of a day. */
function requireDay(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const day = parseDate(text)
  if (day === undefined) throw invalidPayload()
  return Date.parse(day) / DAY_MILLISECONDS
}

/** What the workouts of a period come to. */
export interface PeriodLoad extends Omit<LoadSums, 'number'> {
  name: string
  /** Fitness after it, or today, and by how much it grew; of weeks only. */
  fitness: number | undefined
  ramp: number | undefined
}

/** Days of the periods that are told when no first day is given, and periods at most. */
const USUAL: Record<Period, number> = { day: 90, week: 182, weekm: 182, month: 365, year: 3650 }
const MOST_PERIODS = 600
const DAYS_PER_WEEK = 7

/**
 * Load and time in zones by period of the caller's calendar, in the order of time; those without any are left out.
 *
 * @throws 400 for what is no day or no period, and for more than 600 of them.
 */
export async function readPeriodLoads(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { userId, timezone }: Caller,
  { time = 'weekm', ...query }: FormQuery & { time?: string | undefined },
): Promise<PeriodLoad[]> {
  const period = parsePeriod(time)
  if (!period) throw invalidPayload()
  const today = periodNumbers('day', timezone)(ctx.clock.now())
  const to = Math.min(today, requireDay(query.to) ?? today)
  const from = requireDay(query.from) ?? to - USUAL[period]
  const [first, last] = [numberOfDay(period, from), numberOfDay(period, to)]
  const step = period === 'week' || period === 'weekm' ? DAYS_PER_WEEK : 1
  if ((last - first) / step >= MOST_PERIODS) throw invalidPayload()
  const sums = await listLoadSums(ctx.db, { userId, period, first, last })
  // A week that is not over has not made anybody less fit by the days to come.
  const endOf = (week: number) => Math.min(week + DAYS_PER_WEEK - 1, today)
  const days = { first: first - 1, last: endOf(last) }
  const form = step === DAYS_PER_WEEK ? await formUntil(ctx.db, userId, days) : []
  const fitnessAfter = (day: number) => form[day - days.first]?.fitness
  return sums.map(({ number, ...sum }) => {
    const fitness = fitnessAfter(endOf(number))
    const before = fitnessAfter(number - 1)
    const ramp = fitness === undefined || before === undefined ? undefined : fitness - before
    return { ...sum, name: periodName(period, number), fitness, ramp }
  })
}
