import { useFullscreenElement } from '@mantine/hooks'
import { useEffect, useMemo, useRef } from 'react'
import 'leaflet/dist/leaflet.css'
import './map.css'
import type { TrackLink } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import { createRouteMap, type RouteMapHandle } from './create-map'
import { MapButtons } from './MapButtons'
import type { Placed } from './nearest'
import type { PaintedLines } from './paint'
import classes from './RouteMap.module.css'
import { type Line, toLatLngs } from './route-lines'

/** The way of a workout on a map that can be moved, reset and enlarged. */
export function RouteMap({
  lines,
  places,
  attribution,
  color,
  painted,
  link,
}: {
  lines: readonly Line[]
  places: readonly Placed[]
  attribution: string
  color: string
  /** The way in the colours of what was measured; null for the colour of the sport. */
  painted: PaintedLines | null
  link: TrackLink
}) {
  const element = useRef<HTMLDivElement>(null)
  const handle = useRef<RouteMapHandle>(null)
  const { ref: frame, fullscreen, toggle } = useFullscreenElement<HTMLDivElement>()
  // The points and their colours arrive after the lines; the map need not be made again for them.
  const latest = useRef({ places, painted })
  useEffect(() => {
    latest.current = { places, painted }
    handle.current?.paint(painted)
  }, [places, painted])
  const latLngs = useMemo(() => toLatLngs(lines), [lines])

  useEffect(() => {
    if (!element.current) return
    const content = { latLngs, places: () => latest.current.places, attribution }
    const map = createRouteMap(element.current, content, link)
    map.paint(latest.current.painted)
    const observer = new ResizeObserver(() => map.resize())
    observer.observe(element.current)
    handle.current = map
    return () => {
      observer.disconnect()
      map.remove()
      handle.current = null
    }
  }, [latLngs, attribution, link])

  return (
    <div ref={frame} data-part="map" className={classes.frame} style={{ '--mp-route': color }}>
      <section ref={element} className={classes.map} aria-label={t('map.label')} />
      <MapButtons
        fullscreen={fullscreen}
        onReset={() => handle.current?.fit()}
        onFullscreen={() => void toggle()}
      />
    </div>
  )
}
