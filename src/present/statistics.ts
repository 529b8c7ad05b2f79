import type { SportDisplay } from '@/policy/sport-display'
import type { Averages, Totals } from '@/stats/figures'
import type { Wire } from './dialect'

/** What statistics say about one sport, and how the caller sees that sport. */
export interface SportStatistics<Figures> {
  sportId: number
  workouts: number
  figures: Figures
  display: SportDisplay
}

/** Statistics of one period of time. */
export interface PeriodStatistics<Figures> {
  name: string
  sports: SportStatistics<Figures>[]
}

/** Statistics by time: totals or averages, by period. */
export type StatisticsByTime =
  | { type: 'total'; periods: PeriodStatistics<Totals>[] }
  | { type: 'average'; periods: PeriodStatistics<Averages>[] }

const presentTotals = ({ figures, display, workouts }: SportStatistics<Totals>) => ({
  total_ascent: display.elevation ? figures.ascent : null,
  total_calories: figures.calories,
  total_descent: display.elevation ? figures.descent : null,
  total_distance: figures.distance,
  total_duration: figures.duration,
  total_workouts: workouts,
})

/** Pace and speed are left out when the caller does not want to see them, or no workout has them. */
const presentAverages = ({ figures, display, workouts }: SportStatistics<Averages>) => ({
  average_ascent: display.elevation ? figures.ascent : null,
  average_descent: display.elevation ? figures.descent : null,
  average_distance: figures.distance,
  average_duration: figures.duration,
  ...(display.pace && figures.pace !== null && { average_pace: figures.pace }),
  ...(display.speed && figures.speed !== null && { average_speed: figures.speed }),
  total_workouts: workouts,
})

const bySportId = <Figures, Value>(
  sports: readonly SportStatistics<Figures>[],
  present: (sport: SportStatistics<Figures>) => Value,
) => Object.fromEntries(sports.map((sport) => [sport.sportId, present(sport)]))

const byName = <Figures, Value>(
  periods: readonly PeriodStatistics<Figures>[],
  present: (sport: SportStatistics<Figures>) => Value,
) => Object.fromEntries(periods.map(({ name, sports }) => [name, bySportId(sports, present)]))

/** Statistics by period and sport id; durations and paces in whole seconds. */
export const presentStatisticsByTime = (statistics: StatisticsByTime) =>
  statistics.type === 'total'
    ? byName(statistics.periods, presentTotals)
    : byName(statistics.periods, presentAverages)

/** Statistics by sport id; paces as text, durations as the dialect has them. */
export const presentStatisticsBySport = (
  sports: readonly SportStatistics<{ totals: Totals; averages: Averages }>[],
  wire: Wire,
) =>
  bySportId(sports, ({ figures: { totals, averages }, ...sport }) => ({
    ...presentTotals({ ...sport, figures: totals }),
    average_ascent: sport.display.elevation ? averages.ascent : null,
    average_descent: sport.display.elevation ? averages.descent : null,
    average_distance: averages.distance,
    average_duration: wire.statisticsDuration(averages.duration),
    average_pace:
      sport.display.pace && averages.pace !== null ? wire.duration(averages.pace) : null,
    average_speed: sport.display.speed ? averages.speed : null,
    total_duration: wire.statisticsDuration(totals.duration),
  }))
