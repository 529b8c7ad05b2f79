import { type Static, Type } from '@sinclair/typebox'
import { type DialectFormat, duration, statisticsDuration } from '@/server/responses/dialect'
import { count, nullable, number } from '@/server/responses/fields'

interface Both {
  total: number | null
  average: number | null
}

/** Totals and averages over the workouts of a list. Durations and paces are in seconds. */
interface Block {
  count: number
  sports: number
  distance: Both
  duration: Both
  ascent: Both
  descent: Both
  averageSpeed: number | null
  maxSpeed: number | null
  averagePace: number | null
  bestPace: number | null
}

const value = (description: string) => nullable(number(description))

const listFigures = Type.Object(
  {
    ave_speed: value('km/h.'),
    average_ascent: value('Metres up per workout.'),
    average_descent: value('Metres down per workout.'),
    average_distance: value('Kilometres per workout.'),
    average_duration: nullable(statisticsDuration('Time in motion per workout.')),
    average_pace: nullable(duration('Per kilometre.')),
    average_speed: value('The same as `ave_speed`.'),
    best_pace: nullable(duration('Per kilometre.')),
    count: count('Workouts.'),
    max_speed: value('km/h.'),
    total_ascent: value('Metres.'),
    total_descent: value('Metres.'),
    total_distance: value('Kilometres.'),
    total_duration: nullable(statisticsDuration('Time in motion of all.')),
    total_sports: count('Sports.'),
  },
  { $id: 'ListFigures', description: 'Totals and averages over workouts; null without any.' },
)

export const listStatistics = Type.Object(
  { all: listFigures, current_page: listFigures },
  { description: 'Over all workouts that match the filters, and over this page.' },
)
export type ListStatistics = Static<typeof listStatistics>

export const presentStatistics = (
  blocks: { current_page: Block; all: Block },
  dialect: DialectFormat,
): { statistics: ListStatistics } => ({
  statistics: {
    all: presentBlock(blocks.all, dialect),
    current_page: presentBlock(blocks.current_page, dialect),
  },
})

function presentBlock(block: Block, dialect: DialectFormat): Static<typeof listFigures> {
  const duration = (seconds: number | null) =>
    seconds === null ? null : dialect.statisticsDuration(seconds)
  const pace = (seconds: number | null) => (seconds === null ? null : dialect.duration(seconds))
  return {
    ave_speed: block.averageSpeed,
    average_ascent: block.ascent.average,
    average_descent: block.descent.average,
    average_distance: block.distance.average,
    average_duration: duration(block.duration.average),
    average_pace: pace(block.averagePace),
    average_speed: block.averageSpeed,
    best_pace: pace(block.bestPace),
    count: block.count,
    max_speed: block.maxSpeed,
    total_ascent: block.ascent.total,
    total_descent: block.descent.total,
    total_distance: block.distance.total,
    total_duration: duration(block.duration.total),
    total_sports: block.sports,
  }
}
