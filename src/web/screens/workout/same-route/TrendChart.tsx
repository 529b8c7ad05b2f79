import type { RouteWorkout } from '@/web/api/routes'
import classes from './SameRoute.module.css'
import type { Trend } from './trend'

const [WIDTH, HEIGHT, MARGIN] = [480, 100, 8]

/** How fast the workouts of a route were, from the oldest to the newest, with the line of their trend. */
export function TrendChart({
  workouts,
  shownId,
  trend,
}: {
  workouts: readonly RouteWorkout[]
  /** The workout whose page it is. */
  shownId: string
  trend: Trend | undefined
}) {
  const dots = workouts.flatMap(({ id, workout_date, ave_speed, direction }) =>
    ave_speed === null ? [] : [{ id, at: Date.parse(workout_date), speed: ave_speed, direction }],
  )
  const times = dots.map(({ at }) => at)
  const speeds = dots.map(({ speed }) => speed)
  const x = scaleOf(times, MARGIN, WIDTH - MARGIN)
  const y = scaleOf([...speeds, ...(trend ? [trend.from, trend.to] : [])], HEIGHT - MARGIN, MARGIN)
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

/** Where values lie between two ends; in the middle when they are all the same. */
function scaleOf(values: readonly number[], start: number, end: number) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return (value: number): number =>
    most === least ? (start + end) / 2 : start + ((value - least) / (most - least)) * (end - start)
}
