import { useCallback } from 'react'
import { t } from '@/web/i18n/text'
import type { MapSource } from '@/web/map/base-map/map-source'
import { MapFrame } from '@/web/map/MapFrame'
import type { Position } from '@/web/map/nearest-position'
import { useMapOf } from '@/web/map/use-map'
import { usePreferences } from '@/web/state/preferences'
import { createDrawnLineMap, type DrawnLineEvents } from './create-drawn-line-map'
import { MapMiddle } from './MapMiddle'

/** A map on which the user draws a line. */
export function DrawnLineMap({
  points,
  home,
  source,
  color,
  events,
}: {
  points: readonly Position[]
  /** South, west, north and east of what is shown first; the world if empty. Must not change. */
  home: readonly number[]
  source: MapSource
  color: string
  /** Must not change. */
  events: DrawnLineEvents
}) {
  const isImperial = usePreferences().units === 'imperial'
  const create = useCallback(
    (element: HTMLElement, shown: readonly Position[]) =>
      createDrawnLineMap(element, { source, isImperial, home, points: shown }, events),
    [source, isImperial, home, events],
  )
  const { element, handle } = useMapOf(create, points)
  return (
    <MapFrame
      element={element}
      label={t('ranked.drawMap')}
      color={color}
      resetLabel={t('ranked.drawFit')}
      onReset={() => handle.current?.fit()}
    >
      <MapMiddle />
    </MapFrame>
  )
}
