import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { TrackLink } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import type { MapSource } from './base-map/map-source'
import type { ColouredLines } from './colour-lines'
import { createRouteMap } from './create-route-map'
import { MapFrame } from './MapFrame'
import type { MaybePosition } from './nearest-position'
import type { PlacedPhoto } from './photo-marker'
import { type Line, toLatLngs } from './route-lines'
import { useMap } from './use-map'

const NO_PHOTOS: never[] = []

/** A map with the track of a workout. */
export function RouteMap({
  lines,
  places,
  source,
  color,
  painted,
  visible = null,
  planned = null,
  link,
  photos = NO_PHOTOS,
}: {
  lines: readonly Line[]
  places: readonly MaybePosition[]
  source: MapSource | undefined
  color: string
  /** The track coloured by measured values; null to use the colour of the sport. */
  painted: ColouredLines | null
  /** The part that others see; the rest is drawn as hidden from them. Null to draw all of it the same way. */
  visible?: readonly Line[] | null
  /** The course that the workout was planned to follow, drawn below the track. */
  planned?: Line | null
  link: TrackLink
  /** Photos that were taken at a known place. */
  photos?: readonly PlacedPhoto[]
}) {
  // Points and colours load after the lines. They are passed in a ref so that the map need not be created again.
  const shown = useMemo(() => visible && toLatLngs(visible), [visible])
  const course = useMemo(() => planned && toLatLngs([planned]), [planned])
  const latest = useRef({ places, painted, shown, course })
  useEffect(() => {
    latest.current = { places, painted, shown, course }
  }, [places, painted, shown, course])
  const latLngs = useMemo(() => toLatLngs(lines), [lines])
  const create = useCallback(
    (element: HTMLElement) => {
      const content = { latLngs, places: () => latest.current.places, source, photos }
      const map = createRouteMap(element, content, link)
      map.paint(latest.current.painted)
      map.showVisible(latest.current.shown)
      map.showPlanned(latest.current.course)
      return map
    },
    [latLngs, source, link, photos],
  )
  const { element, handle } = useMap(create)
  useEffect(() => handle.current?.paint(painted), [painted, handle])
  useEffect(() => handle.current?.showVisible(shown), [shown, handle])
  useEffect(() => handle.current?.showPlanned(course), [course, handle])
  return (
    <MapFrame
      element={element}
      label={t('map.label')}
      color={color}
      onReset={() => handle.current?.fit()}
    />
  )
}
