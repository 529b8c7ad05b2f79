import { useCallback } from 'react'
import type { Cursor } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import type { MapSource } from './base-map/map-source'
import { type ComparedTrack, createComparisonMap } from './create-comparison-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

/** A map with the tracks of compared workouts, each with a dot at the cursor. */
export function ComparisonMap({
  tracks,
  source,
  cursor,
}: {
  tracks: readonly ComparedTrack[]
  source: MapSource | undefined
  cursor: Cursor
}) {
  const create = useCallback(
    (element: HTMLElement) => createComparisonMap(element, { tracks, source }, cursor),
    [tracks, source, cursor],
  )
  const { element, handle } = useMap(create)
  return <MapFrame element={element} label={t('map.label')} onReset={() => handle.current?.fit()} />
}
