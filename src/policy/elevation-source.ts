import type { ElevationSource } from '@/db/columns'

/** Addresses of the elevation services an administrator has configured. */
export interface ElevationServices {
  openElevation: string | undefined
  valhalla: string | undefined
}

/** The source itself when its service is configured, else the file's own values. */
export function availableSource(
  source: ElevationSource,
  services: ElevationServices,
): ElevationSource {
  if (source === 'valhalla') return services.valhalla ? source : 'file'
  return services.openElevation ? source : 'file'
}
