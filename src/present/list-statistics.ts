import type { Wire } from './dialect'

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

/** The `statistics` of a list of workouts. */
export const presentStatistics = (blocks: { current_page: Block; all: Block }, wire: Wire) => ({
  statistics: {
    all: presentBlock(blocks.all, wire),
    current_page: presentBlock(blocks.current_page, wire),
  },
})

function presentBlock(block: Block, wire: Wire) {
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
