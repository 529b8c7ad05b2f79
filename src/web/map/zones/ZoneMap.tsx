import { type ReactNode, useCallback, useMemo } from 'react'
import { t } from '@/web/i18n/text'
import type { MapSource } from '@/web/map/base-map/map-source'
import type { DrawingEvents } from '@/web/map/drawing/create-drawing-map'
import { MapMiddle } from '@/web/map/drawing/MapMiddle'
import { MapFrame } from '@/web/map/MapFrame'
import { useMapOf } from '@/web/map/use-map'
import { usePreferences } from '@/web/state/preferences'
import { createZoneMap, type ZoneMapContent } from './create-zone-map'

/** A map with privacy zones and the zone that is being drawn. */
export function ZoneMap({
  zones,
  suggestions,
  draft,
  source,
  events,
  children,
}: ZoneMapContent & {
  source: MapSource
  /** Must not change. */
  events: DrawingEvents
  /** Content displayed over the map. */
  children?: ReactNode
}) {
  const isImperial = usePreferences().units === 'imperial'
  const content = useMemo(() => ({ zones, suggestions, draft }), [zones, suggestions, draft])
  const create = useCallback(
    (element: HTMLElement, shown: ZoneMapContent) =>
      createZoneMap(element, { source, isImperial, content: shown }, events),
    [source, isImperial, events],
  )
  const { element, handle } = useMapOf(create, content)
  return (
    <MapFrame
      element={element}
      label={t('privacyZones.map')}
      resetLabel={t('privacyZones.fit')}
      onReset={() => handle.current?.fit()}
    >
      {draft && <MapMiddle />}
      {children}
    </MapFrame>
  )
}
