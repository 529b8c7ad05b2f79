import type { DayForm, PeriodLoad } from '@/web/api/training'

const DAY = 86_400_000
const WEEK = 7 * DAY

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * The weeks from the first one with a workout until today. The server leaves out those in which nothing was done; how
 * fitness went down in them follows from the days, of which the last one is today.
 */
export function everyWeek(weeks: readonly PeriodLoad[], days: readonly DayForm[]): PeriodLoad[] {
  const today = days.at(-1)?.day
  const [first] = weeks
  if (!today || !first) return []
  const known = new Map(weeks.map((week) => [week.period, week]))
  const fitness = new Map(days.map((each) => [each.day, each.fitness]))
  const every: PeriodLoad[] = []
  for (let start = Date.parse(first.period); start <= Date.parse(today); start += WEEK)
    every.push(known.get(dayOf(start)) ?? restWeek(start, today, fitness))
  return every
}

function restWeek(start: number, today: string, fitness: ReadonlyMap<string, number>): PeriodLoad {
  const before = fitness.get(dayOf(start - DAY))
  const after = fitness.get(dayOf(Math.min(start + WEEK - DAY, Date.parse(today))))
  return {
    period: dayOf(start),
    ...{ workouts: 0, loads: 0, estimates: 0, load: 0, trimp: 0 },
    zones: { heart_rate: [], power: [], pace: [] },
    ...(after !== undefined && { fitness: after }),
    ...(before !== undefined && after !== undefined && { ramp: after - before }),
  }
}
