import { useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import type { MapSource } from './base-map/map-source'
import { createHeatMap, type HeatMapContent, type HeatMapEvents } from './create-heat-map'
import { MapFrame } from './MapFrame'
import { useMapOf } from './use-map'

interface Content extends HeatMapContent {
  /** The position of a line to highlight. */
  highlighted: number | undefined
  source: MapSource | undefined
  events: HeatMapEvents
  /** Whether the map fills the page and first shows where most lines are; otherwise it shows all. */
  full?: boolean
  /** Content displayed over the map. */
  children?: ReactNode
}

/**
 * A map with the lines of all workouts. It is created again when the colour scheme changes, because its colours are
 * drawn on a canvas.
 */
export function HeatMap(content: Content) {
  return <DrawnLines key={useComputedColorScheme('light')} {...content} />
}

function DrawnLines({
  overview,
  colors,
  mask,
  detail,
  highlighted,
  tiles,
  source,
  events,
  full = false,
  children,
}: Content) {
  const isDark = useComputedColorScheme('light') === 'dark'
  const isImperial = usePreferences().units === 'imperial'
  const content = useMemo(
    () => ({ overview, colors, mask, detail, tiles }),
    [overview, colors, mask, detail, tiles],
  )
  const create = useCallback(
    (element: HTMLElement, shown: HeatMapContent) =>
      createHeatMap(
        element,
        {
          ...{ source, isDark, isImperial },
          startsAtHome: full,
          content: shown,
        },
        events,
      ),
    [source, isDark, isImperial, full, events],
  )
  const { element, handle } = useMapOf(create, content)
  useEffect(() => handle.current?.highlight(highlighted), [highlighted, handle])
  return (
    <MapFrame
      size={full ? 'full' : 'tall'}
      element={element}
      label={t(full ? 'globalMap.label' : 'workouts.map')}
      resetLabel={t('globalMap.fit')}
      onReset={() => handle.current?.fit()}
    >
      {children}
    </MapFrame>
  )
}
