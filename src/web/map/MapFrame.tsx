import { useFullscreenElement } from '@mantine/hooks'
import type { ReactNode, RefObject } from 'react'
import 'leaflet/dist/leaflet.css'
import './map.css'
import { MapButtons } from './MapButtons'
import classes from './RouteMap.module.css'

/** The place of a map, with the buttons that reset and enlarge it. */
export function MapFrame({
  element,
  label,
  tall = false,
  color,
  onReset,
  children,
}: {
  /** What the map is made in. */
  element: RefObject<HTMLDivElement | null>
  label: string
  tall?: boolean
  /** Of the way, where there is one. */
  color?: string
  onReset: () => void
  /** What lies over the map. */
  children?: ReactNode
}) {
  const { ref: frame, fullscreen, toggle } = useFullscreenElement<HTMLDivElement>()
  return (
    <div
      ref={frame}
      data-part="map"
      className={tall ? `${classes.frame} ${classes.tall}` : classes.frame}
      style={color ? { '--mp-route': color } : undefined}
    >
      <section ref={element} className={classes.map} aria-label={label} />
      {children}
      <MapButtons fullscreen={fullscreen} onReset={onReset} onFullscreen={() => void toggle()} />
    </div>
  )
}
