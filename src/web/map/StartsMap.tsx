import { useFullscreenElement } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import 'leaflet/dist/leaflet.css'
import './map.css'
import { t } from '@/web/i18n/text'
import {
  createStartsMap,
  type StartPlace,
  type StartsMapEvents,
  type StartsMapHandle,
} from './create-starts-map'
import { MapButtons } from './MapButtons'
import classes from './RouteMap.module.css'

/** The starts of many workouts on one map. */
export function StartsMap({
  places,
  pointed,
  attribution,
  events,
  children,
}: {
  places: readonly StartPlace[]
  /** A place that is pointed at elsewhere. */
  pointed: StartPlace | null
  attribution: string
  events: StartsMapEvents
  /** What lies over the map. */
  children?: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  const handle = useRef<StartsMapHandle>(null)
  const { ref: frame, fullscreen, toggle } = useFullscreenElement<HTMLDivElement>()
  useEffect(() => {
    if (!element.current) return
    const map = createStartsMap(element.current, { places, attribution }, events)
    const observer = new ResizeObserver(() => map.resize())
    observer.observe(element.current)
    handle.current = map
    return () => {
      observer.disconnect()
      map.remove()
      handle.current = null
    }
  }, [places, attribution, events])
  useEffect(() => handle.current?.point(pointed), [pointed])
  return (
    <div ref={frame} data-part="map" className={`${classes.frame} ${classes.tall}`}>
      <section ref={element} className={classes.map} aria-label={t('globalMap.label')} />
      {children}
      <MapButtons
        fullscreen={fullscreen}
        onReset={() => handle.current?.fit()}
        onFullscreen={() => void toggle()}
      />
    </div>
  )
}
