import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { TrackLink } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import { createRouteMap } from './create-map'
import { MapFrame } from './MapFrame'
import type { Placed } from './nearest'
import type { PaintedLines } from './paint'
import { type Line, toLatLngs } from './route-lines'
import { useMap } from './use-map'

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
  // The points and their colours arrive after the lines; the map need not be made again for them.
  const latest = useRef({ places, painted })
  useEffect(() => {
    latest.current = { places, painted }
  }, [places, painted])
  const latLngs = useMemo(() => toLatLngs(lines), [lines])
  const create = useCallback(
    (element: HTMLElement) => {
      const content = { latLngs, places: () => latest.current.places, attribution }
      const map = createRouteMap(element, content, link)
      map.paint(latest.current.painted)
      return map
    },
    [latLngs, attribution, link],
  )
  const { element, handle } = useMap(create)
  useEffect(() => handle.current?.paint(painted), [painted, handle])
  return (
    <MapFrame
      element={element}
      label={t('map.label')}
      color={color}
      onReset={() => handle.current?.fit()}
    />
  )
}
