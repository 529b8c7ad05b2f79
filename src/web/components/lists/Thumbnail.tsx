import { type Thumbnail as Drawing, THUMBNAIL_SIZE } from '@/domain/reference/thumbnail'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { useSport } from '@/web/state/sports'
import classes from './Thumbnail.module.css'

const { width, height } = THUMBNAIL_SIZE
/** Space for the width of the line and the dot at the start. */
const MARGIN = 6

/**
 * A small line drawing of a workout in the colour of its sport: its route with a dot at the start, or its effort. An
 * empty area of the same size without a drawing. Decorative, because the text next to it describes the workout.
 */
export function Thumbnail({ drawing, sportId }: { drawing: Drawing | undefined; sportId: number }) {
  const sport = useSport(sportId)
  const [, x, y] = /^M(-?\d+)[ ]?(-?\d+)/.exec(drawing?.path ?? '') ?? []
  return (
    <svg
      className={classes.thumbnail}
      viewBox={`${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`}
      aria-hidden="true"
      data-kind={drawing?.kind}
      style={{ '--mp-route': getSportStyle(sportId, sport?.color).color }}
    >
      {drawing && <path d={drawing.path} />}
      {drawing?.kind === 'route' && <circle cx={x} cy={y} r={5} />}
    </svg>
  )
}
