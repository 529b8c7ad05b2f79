import type { ReactNode } from 'react'
import type { Interval, TrackLink } from '@/web/charts/cursor'
import classes from './IntervalRow.module.css'

/**
 * A table row for an interval of the track: hovering highlights the interval on the map, its button selects it there
 * and in the charts.
 */
export function IntervalRow({
  interval,
  link,
  name,
  label,
  children,
}: {
  /** Null if the points are unknown. */
  interval: Interval | null
  link: TrackLink
  /** The heading of the row. */
  name: string
  /** The accessible label of the button. */
  label: string
  children: ReactNode
}) {
  return (
    <tr
      onPointerEnter={() => link.hovered.set(interval)}
      onPointerLeave={() => link.hovered.set(null)}
    >
      <th scope="row">
        {interval ? (
          <button
            type="button"
            className={classes.name}
            aria-label={label}
            title={label}
            onClick={() => link.selection.set(interval)}
            onFocus={() => link.hovered.set(interval)}
            onBlur={() => link.hovered.set(null)}
          >
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      {children}
    </tr>
  )
}
