import type { DayFitness, PeriodLoad } from '@/web/api/workouts/training'
import { DAY_MS, toDay } from '@/web/format/days'

const WEEK = 7 * DAY_MS

/**
 * All weeks from the first with a workout until today. The server omits weeks without workouts; their decrease in
 * fitness is computed from the days, of which the last is today.
 */
export function everyWeek(weeks: readonly PeriodLoad[], days: readonly DayFitness[]): PeriodLoad[] {
  const today = days.at(-1)?.day
  const [first] = weeks
  if (!today || !first) return []
  const known = new Map(weeks.map((week) => [week.period, week]))
  const fitness = new Map(days.map((each) => [each.day, each.fitness]))
  const every: PeriodLoad[] = []
  for (let start = Date.parse(first.period); start <= Date.parse(today); start += WEEK)
    every.push(known.get(toDay(start)) ?? restWeek(start, today, fitness))
  return every
}

function restWeek(start: number, today: string, fitness: ReadonlyMap<string, number>): PeriodLoad {
  const before = fitness.get(toDay(start - DAY_MS))
  const after = fitness.get(toDay(Math.min(start + WEEK - DAY_MS, Date.parse(today))))
  return {
    period: toDay(start),
    ...{ workouts: 0, loads: 0, estimates: 0, load: 0, trimp: 0 },
    ...{ sports: [], zones: { heart_rate: [], power: [], pace: [] } },
    ...(after !== undefined && { fitness: after }),
    ...(before !== undefined && after !== undefined && { ramp: after - before }),
  }
}
