import { t } from '@/web/i18n/text'

/** What of the configuration of the server is about altitudes. */
export interface ElevationConfig {
  elevation_services: { open_elevation: boolean; valhalla: boolean }
  elevation_tiles: boolean
}

/** Where altitudes can be taken from on this server: the recording, its own maps, and the services it is set up with. */
export function elevationOptions(config: ElevationConfig | undefined) {
  const services = config?.elevation_services
  const isOwn = config?.elevation_tiles === true
  return [
    { value: 'file', label: t('prefs.elevationFile') },
    ...(services?.open_elevation
      ? [
          { value: 'provider_a', label: t(isOwn ? 'prefs.elevationTiles' : 'prefs.elevationA') },
          {
            value: 'provider_a_smooth',
            label: t(isOwn ? 'prefs.elevationTilesSmooth' : 'prefs.elevationASmooth'),
          },
        ]
      : []),
    ...(services?.valhalla ? [{ value: 'provider_b', label: t('prefs.elevationB') }] : []),
  ]
}
