import type { DayForm, PeriodLoad } from '@/web/api/training'
import { DAY_MS, dayAt } from '@/web/format/days'

const WEEK = 7 * DAY_MS

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
    every.push(known.get(dayAt(start)) ?? restWeek(start, today, fitness))
  return every
}

function restWeek(start: number, today: string, fitness: ReadonlyMap<string, number>): PeriodLoad {
  const before = fitness.get(dayAt(start - DAY_MS))
  const after = fitness.get(dayAt(Math.min(start + WEEK - DAY_MS, Date.parse(today))))
  return {
    period: dayAt(start),
    ...{ workouts: 0, loads: 0, estimates: 0, load: 0, trimp: 0 },
    zones: { heart_rate: [], power: [], pace: [] },
    ...(after !== undefined && { fitness: after }),
    ...(before !== undefined && after !== undefined && { ramp: after - before }),
  }
}
