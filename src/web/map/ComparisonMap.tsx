import { useCallback } from 'react'
import type { Cursor } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import { type ComparedWay, createComparisonMap } from './create-comparison-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

/** The ways of workouts that are compared on one map, each with a dot at the cursor. */
export function ComparisonMap({
  ways,
  attribution,
  cursor,
}: {
  ways: readonly ComparedWay[]
  attribution: string
  cursor: Cursor
}) {
  const create = useCallback(
    (element: HTMLElement) => createComparisonMap(element, { ways, attribution }, cursor),
    [ways, attribution, cursor],
  )
  const { element, handle } = useMap(create)
  return <MapFrame element={element} label={t('map.label')} onReset={() => handle.current?.fit()} />
}
