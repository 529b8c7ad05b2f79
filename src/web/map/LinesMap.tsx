import { useFullscreenElement } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import 'leaflet/dist/leaflet.css'
import './map.css'
import { t } from '@/web/i18n/text'
import { createLinesMap, type MappedWay } from './create-lines-map'
import type { MapHandle } from './create-map'
import { MapButtons } from './MapButtons'
import classes from './RouteMap.module.css'

/** The ways of many workouts on one map. */
export function LinesMap({
  ways,
  attribution,
  onChoose,
}: {
  ways: readonly MappedWay[]
  attribution: string
  onChoose: (id: string) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const handle = useRef<MapHandle>(null)
  const { ref: frame, fullscreen, toggle } = useFullscreenElement<HTMLDivElement>()
  useEffect(() => {
    if (!element.current) return
    const map = createLinesMap(element.current, { ways, attribution }, onChoose)
    const observer = new ResizeObserver(() => map.resize())
    observer.observe(element.current)
    handle.current = map
    return () => {
      observer.disconnect()
      map.remove()
      handle.current = null
    }
  }, [ways, attribution, onChoose])
  return (
    <div ref={frame} data-part="map" className={`${classes.frame} ${classes.tall}`}>
      <section ref={element} className={classes.map} aria-label={t('workouts.map')} />
      <MapButtons
        fullscreen={fullscreen}
        onReset={() => handle.current?.fit()}
        onFullscreen={() => void toggle()}
      />
    </div>
  )
}
