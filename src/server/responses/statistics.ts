import { type Static, Type } from '@sinclair/typebox'
import type { Averages, Totals } from '@/domain/statistics/figures'
import type { SportDisplay } from '@/policy/sport-display'
import { type DialectFormat, duration, statisticsDuration } from './dialect'
import { count, keyed, nullable, number } from './fields'

/** Statistics of one sport, and how the caller sees that sport. */
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

const value = (description: string) => nullable(number(description))
const climb = value('Metres; null for sports without elevations.')
const seconds = number('Seconds in motion.')
const time = statisticsDuration('Time in motion, of all or per workout.')

const totals = Type.Object(
  {
    total_ascent: climb,
    total_calories: value('kcal.'),
    total_descent: climb,
    total_distance: number('Kilometres.'),
    total_duration: seconds,
    total_workouts: count('Workouts.'),
  },
  { $id: 'Totals', description: 'Totals over the workouts of one sport in one period.' },
)

const averages = Type.Object(
  {
    average_ascent: climb,
    average_descent: climb,
    average_distance: number('Kilometres.'),
    average_duration: seconds,
    average_pace: Type.Optional(number('Seconds per kilometre; if the caller wants to see it.')),
    average_speed: Type.Optional(number('km/h; if the caller wants to see it.')),
    total_workouts: count('Workouts.'),
  },
  { $id: 'Averages', description: 'Averages over the workouts of one sport in one period.' },
)

export const statisticsByTime = keyed(
  keyed(Type.Union([totals, averages]), 'Figures by sport id.'),
  'By period: `2026-11-21` for days and weeks (their first day), `2026-11` for months, `2026` for years; then by sport id.',
)

const presentTotals = ({
  figures,
  display,
  workouts,
}: SportStatistics<Totals>): Static<typeof totals> => ({
  total_ascent: display.elevation ? figures.ascent : null,
  total_calories: figures.calories,
  total_descent: display.elevation ? figures.descent : null,
  total_distance: figures.distance,
  total_duration: figures.duration,
  total_workouts: workouts,
})

/** Leaves out pace and speed if the caller has chosen so, or if no workout has them. */
const presentAverages = ({
  figures,
  display,
  workouts,
}: SportStatistics<Averages>): Static<typeof averages> => ({
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
) => {
  const shown: Record<string, Value> = {}
  for (const sport of sports) shown[sport.sportId] = present(sport)
  return shown
}

const byName = <Figures, Value>(
  periods: readonly PeriodStatistics<Figures>[],
  present: (sport: SportStatistics<Figures>) => Value,
) => {
  const shown: Record<string, Record<string, Value>> = {}
  for (const { name, sports } of periods) shown[name] = bySportId(sports, present)
  return shown
}

/** Statistics by period and sport id. Durations and paces are in whole seconds. */
export const presentStatisticsByTime = (
  statistics: StatisticsByTime,
): Static<typeof statisticsByTime> =>
  statistics.type === 'total'
    ? byName(statistics.periods, presentTotals)
    : byName(statistics.periods, presentAverages)

const sportFigures = Type.Object(
  {
    ...totals.properties,
    average_ascent: value('Metres.'),
    average_descent: value('Metres.'),
    average_distance: number('Kilometres.'),
    average_duration: time,
    average_pace: nullable(duration('Per kilometre.')),
    average_speed: value('km/h.'),
    total_duration: time,
  },
  { $id: 'SportFigures', description: 'Totals and averages over all workouts of one sport.' },
)
export const statisticsBySport = keyed(sportFigures, 'By sport id.')

/** Statistics by sport id. Paces are formatted; the dialect determines the format of durations. */
export const presentStatisticsBySport = (
  sports: readonly SportStatistics<{ totals: Totals; averages: Averages }>[],
  dialect: DialectFormat,
): Static<typeof statisticsBySport> =>
  bySportId(sports, ({ figures: { totals, averages }, ...sport }) => ({
    ...presentTotals({ ...sport, figures: totals }),
    average_ascent: sport.display.elevation ? averages.ascent : null,
    average_descent: sport.display.elevation ? averages.descent : null,
    average_distance: averages.distance,
    average_duration: dialect.statisticsDuration(averages.duration),
    average_pace:
      sport.display.pace && averages.pace !== null ? dialect.duration(averages.pace) : null,
    average_speed: sport.display.speed ? averages.speed : null,
    total_duration: dialect.statisticsDuration(totals.duration),
  }))

export const serverStatistics = Type.Object(
  {
    sports: count('Sports of which there are workouts on the server.'),
    uploads_dir_size: count('Bytes of all files.'),
    users: count('Accounts that are active.'),
    workouts: count('Workouts of all users.'),
  },
  { $id: 'ServerStatistics', description: 'Statistics of the whole server.' },
)
