import { useComputedColorScheme } from '@mantine/core'
import { useCallback } from 'react'
import { t } from '@/web/i18n/text'
import { createLinesMap, type MappedWay } from './create-lines-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

interface Content {
  ways: readonly MappedWay[]
  attribution: string
  onChoose: (id: string) => void
}

/** The ways of many workouts on one map, drawn again in other colours when the scheme changes. */
export function LinesMap(content: Content) {
  return <DrawnLines key={useComputedColorScheme('light')} {...content} />
}

function DrawnLines({ ways, attribution, onChoose }: Content) {
  const create = useCallback(
    (element: HTMLElement) => createLinesMap(element, { ways, attribution }, onChoose),
    [ways, attribution, onChoose],
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
