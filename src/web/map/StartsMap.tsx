import { useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useCallback, useEffect } from 'react'
import { t } from '@/web/i18n/text'
import { createStartsMap, type StartPlace, type StartsMapEvents } from './create-starts-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

interface Content {
  places: readonly StartPlace[]
  /** A place that is pointed at elsewhere. */
  pointed: StartPlace | null
  attribution: string
  events: StartsMapEvents
  /** What lies over the map. */
  children?: ReactNode
}

/** The starts of many workouts on one map, drawn again in other colours when the scheme changes. */
export function StartsMap(content: Content) {
  return <DrawnStarts key={useComputedColorScheme('light')} {...content} />
}

function DrawnStarts({ places, pointed, attribution, events, children }: Content) {
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
