import type { CourseWorkout } from '@/web/api/workouts/courses'
import classes from './SameRoute.module.css'
import type { Trend } from './trend'

const [WIDTH, HEIGHT, MARGIN] = [480, 100, 8]

/** A chart of the speeds of workouts on a course, oldest to newest, with a trend line. */
export function TrendChart({
  workouts,
  shownId,
  trend,
}: {
  workouts: readonly CourseWorkout[]
  /** Id of the workout whose page this is. */
  shownId: string
  trend: Trend | undefined
}) {
  const dots = workouts.flatMap(({ id, workout_date, ave_speed, direction }) =>
    ave_speed === null ? [] : [{ id, at: Date.parse(workout_date), speed: ave_speed, direction }],
  )
  const times = dots.map(({ at }) => at)
  const speeds = dots.map(({ speed }) => speed)
  const x = createScale(times, MARGIN, WIDTH - MARGIN)
  const y = createScale(
    [...speeds, ...(trend ? [trend.from, trend.to] : [])],
    HEIGHT - MARGIN,
    MARGIN,
  )
  return (
    <svg className={classes.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className={classes.ground} x1={0} x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
      {trend && (
        <line
          className={classes.trend}
          x1={x(Math.min(...times))}
          x2={x(Math.max(...times))}
          y1={y(trend.from)}
          y2={y(trend.to)}
        />
      )}
      {dots.map(({ id, at, speed, direction }) => (
        <circle
          key={id}
          className={classes.dot}
          data-shown={id === shownId}
          data-direction={direction}
          cx={x(at)}
          cy={y(speed)}
          r={id === shownId ? 6 : 4}
        />
      ))}
    </svg>
  )
}

/** Maps values to the range from `start` to `end`; to its middle if all values are equal. */
function createScale(values: readonly number[], start: number, end: number) {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  return (value: number): number =>
    max === min ? (start + end) / 2 : start + ((value - min) / (max - min)) * (end - start)
}
