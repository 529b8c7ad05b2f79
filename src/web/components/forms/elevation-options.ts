import { t } from '@/web/i18n/text'

/** The server settings about elevation data. */
export interface ElevationConfig {
  elevation_services: { open_elevation: boolean; valhalla: boolean }
  elevation_tiles: boolean
}

/**
 * Returns the sources of elevations available on this server: the recording, local elevation tiles, and the configured
 * services.
 */
export function listElevationOptions(config: ElevationConfig | undefined) {
  const services = config?.elevation_services
  const hasTiles = config?.elevation_tiles === true
  return [
    { value: 'file', label: t('prefs.elevationFile') },
    ...(services?.open_elevation
      ? [
          { value: 'provider_a', label: t(hasTiles ? 'prefs.elevationTiles' : 'prefs.elevationA') },
          {
            value: 'provider_a_smooth',
            label: t(hasTiles ? 'prefs.elevationTilesSmooth' : 'prefs.elevationASmooth'),
          },
        ]
      : []),
    ...(services?.valhalla ? [{ value: 'provider_b', label: t('prefs.elevationB') }] : []),
  ]
}
