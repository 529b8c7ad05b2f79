import { control, Map as LeafletMap, type MapOptions } from 'leaflet'
import { t } from '@/web/i18n/text'
import { getMotionOptions } from './motion-options'

/** Creates a map without tiles, with translated zoom buttons. */
export function createLeafletMap(element: HTMLElement, options: MapOptions): LeafletMap {
  const map = new LeafletMap(element, {
    ...getMotionOptions(),
    zoomControl: false,
    minZoom: 2,
    ...options,
  })
  control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map)
  map.attributionControl.setPrefix(false)
  return map
}
