import { useComputedColorScheme } from '@mantine/core'
import { useCallback } from 'react'
import { t } from '@/web/i18n/text'
import { createLinesMap, type MappedTrack } from './create-lines-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

interface Content {
  tracks: readonly MappedTrack[]
  attribution: string
  onChoose: (id: string) => void
}

/**
 * A map with the tracks of many workouts. It is created again when the colour scheme changes, because its colours are
 * drawn on a canvas.
 */
export function LinesMap(content: Content) {
  return <DrawnLines key={useComputedColorScheme('light')} {...content} />
}

function DrawnLines({ tracks, attribution, onChoose }: Content) {
  const create = useCallback(
    (element: HTMLElement) => createLinesMap(element, { tracks, attribution }, onChoose),
    [tracks, attribution, onChoose],
  )
  const { element, handle } = useMap(create)
  return (
    <MapFrame
      tall
      element={element}
      label={t('workouts.map')}
      onReset={() => handle.current?.fit()}
    />
  )
}
