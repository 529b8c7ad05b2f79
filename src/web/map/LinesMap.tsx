import { useCallback } from 'react'
import { t } from '@/web/i18n/text'
import { createLinesMap, type MappedWay } from './create-lines-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

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
