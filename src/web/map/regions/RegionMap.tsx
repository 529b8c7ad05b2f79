import { useCallback, useEffect } from 'react'
import { t } from '@/web/i18n/text'
import type { MapSource } from '@/web/map/base-map/map-source'
import { MapFrame } from '@/web/map/MapFrame'
import { useMap } from '@/web/map/use-map'
import { createRegionMap, type ShownRegion } from './create-region-map'

/** A map with visited countries and regions filled. */
export function RegionMap({
  regions,
  focused,
  source,
}: {
  regions: readonly ShownRegion[]
  /** The country to which the map moves when it changes; undefined for none. */
  focused: string | undefined
  source: MapSource
}) {
  const create = useCallback((element: HTMLElement) => createRegionMap(element, source), [source])
  const { element, handle } = useMap(create)
  useEffect(() => handle.current?.show(regions), [regions, handle])
  useEffect(() => {
    if (focused) handle.current?.focus(focused)
  }, [focused, handle])
  return (
    <MapFrame
      element={element}
      label={t('regions.map')}
      resetLabel={t('regions.fit')}
      onReset={() => handle.current?.fit()}
    />
  )
}
