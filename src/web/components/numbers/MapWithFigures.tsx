import { type ReactNode, Suspense } from 'react'
import classes from './MapWithFigures.module.css'

/** The map of a line, which may be loaded lazily, with figures next to it, or below it on phones. */
export function MapWithFigures({ map, children }: { map: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.map}>
        <Suspense>{map}</Suspense>
      </div>
      {children}
    </div>
  )
}
