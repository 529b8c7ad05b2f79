import type { ReactNode } from 'react'
import type { Stretch, TrackLink } from '@/web/charts/cursor'
import classes from './StretchRow.module.css'

/**
 * A row of a table that is about a stretch of the way: pointing at it lights the stretch up on the map, its button
 * selects it there and in the charts.
 */
export function StretchRow({
  stretch,
  link,
  name,
  label,
  children,
}: {
  /** Null where the points are not known. */
  stretch: Stretch | null
  link: TrackLink
  /** What stands at the head of the row. */
  name: string
  /** What its button does. */
  label: string
  children: ReactNode
}) {
  return (
    <tr
      onPointerEnter={() => link.pointed.set(stretch)}
      onPointerLeave={() => link.pointed.set(null)}
    >
      <th scope="row">
        {stretch ? (
          <button
            type="button"
            className={classes.name}
            aria-label={label}
            title={label}
            onClick={() => link.stretch.set(stretch)}
            onFocus={() => link.pointed.set(stretch)}
            onBlur={() => link.pointed.set(null)}
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
