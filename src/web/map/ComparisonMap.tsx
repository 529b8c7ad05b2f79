import { useCallback } from 'react'
import type { Cursor } from '@/web/charts/cursor'
import { t } from '@/web/i18n/text'
import { type ComparedTrack, createComparisonMap } from './create-comparison-map'
import { MapFrame } from './MapFrame'
import { useMap } from './use-map'

/** A map with the tracks of compared workouts, each with a dot at the cursor. */
export function ComparisonMap({
  tracks,
  attribution,
  cursor,
}: {
  tracks: readonly ComparedTrack[]
  attribution: string
  cursor: Cursor
}) {
  const create = useCallback(
    (element: HTMLElement) => createComparisonMap(element, { tracks, attribution }, cursor),
    [tracks, attribution, cursor],
  )
  const { element, handle } = useMap(create)
  return <MapFrame element={element} label={t('map.label')} onReset={() => handle.current?.fit()} />
}
