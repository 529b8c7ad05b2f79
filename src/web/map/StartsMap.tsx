import { type ReactNode, useCallback, useEffect } from 'react'
import { t } from '@/web/i18n/text'
import { createStartsMap, type StartPlace, type StartsMapEvents } from './create-starts-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

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
  const create = useCallback(
    (element: HTMLElement) => createStartsMap(element, { places, attribution }, events),
    [places, attribution, events],
  )
  const { element, handle } = useMap(create)
  useEffect(() => handle.current?.point(pointed), [pointed, handle])
  return (
    <MapFrame
      tall
      element={element}
      label={t('globalMap.label')}
      onReset={() => handle.current?.fit()}
    >
      {children}
    </MapFrame>
  )
}
