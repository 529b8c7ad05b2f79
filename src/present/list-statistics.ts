import { type Static, Type } from '@sinclair/typebox'
import { duration, statisticsDuration, type Wire } from './dialect'
import { count, nullable, number } from './scalars'

interface Both {
  total: number | null
  average: number | null
}

/** Sums and means over the workouts of a list; durations and paces in seconds. */
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
  { $id: 'ListFigures', description: 'Sums and means over workouts; null without any.' },
)

export const listStatistics = Type.Object(
  { all: listFigures, current_page: listFigures },
  { description: 'Over all workouts that the filters let through, and over this page.' },
)
export type ListStatistics = Static<typeof listStatistics>

export const presentStatistics = (
  blocks: { current_page: Block; all: Block },
  wire: Wire,
): { statistics: ListStatistics } => ({
  statistics: {
    all: presentBlock(blocks.all, wire),
    current_page: presentBlock(blocks.current_page, wire),
  },
})

function presentBlock(block: Block, wire: Wire): Static<typeof listFigures> {
  const duration = (seconds: number | null) =>
    seconds === null ? null : wire.statisticsDuration(seconds)
  const pace = (seconds: number | null) => (seconds === null ? null : wire.duration(seconds))
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
