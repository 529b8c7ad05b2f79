import { useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useCallback, useEffect } from 'react'
import { t } from '@/web/i18n/text'
import { createStartsMap, type StartPlace, type StartsMapEvents } from './create-starts-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

interface Content {
  places: readonly StartPlace[]
  /** A place that the pointer is over in the list, highlighted on the map. */
  pointed: StartPlace | null
  attribution: string
  events: StartsMapEvents
  /** Content displayed over the map. */
  children?: ReactNode
}

/**
 * A map with the starts of many workouts. It is created again when the colour scheme changes, because its colours are
 * drawn on a canvas.
 */
export function StartsMap(content: Content) {
  return <DrawnStarts key={useComputedColorScheme('light')} {...content} />
}

function DrawnStarts({ places, pointed, attribution, events, children }: Content) {
  const create = useCallback(
    (element: HTMLElement) => createStartsMap(element, { places, attribution }, events),
    [places, attribution, events],
  )
  const { element, handle } = useMap(create)
  useEffect(() => handle.current?.highlight(pointed), [pointed, handle])
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
