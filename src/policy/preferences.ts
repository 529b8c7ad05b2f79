import languages from '@/domain/reference/languages.json'
import timezones from '@/domain/reference/timezones.json'
import type { ElevationSource } from '@/store/db/schema/columns'

const LANGUAGES = new Set(languages.languages.map(({ code }) => code))
const TIMEZONES = new Set(timezones.timezones)

/** The given language if it is supported, otherwise English. */
export const languageOrDefault = (code: unknown): string =>
  typeof code === 'string' && LANGUAGES.has(code) ? code : 'en'

/** `Area/Place` in its official spelling: `Intl` ignores case, clients do not. */
const IANA_NAME = /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)+$/

/** Whether a name is one of the listed time zones or another one that this machine knows. */
export function isTimezone(name: string): boolean {
  if (TIMEZONES.has(name) || name === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return IANA_NAME.test(name)
  } catch {
    return false
  }
}

/** The given time zone if it is known, otherwise Europe/Paris. */
export const timezoneOrDefault = (name: unknown): string =>
  typeof name === 'string' && isTimezone(name) ? name : 'Europe/Paris'

/** The elevation sources that an administrator has configured: a folder of tiles, and URLs of services. */
export interface ElevationServices {
  tiles?: string | undefined
  openElevation: string | undefined
  valhalla: string | undefined
}

/** Whether the elevations of Open-Elevation are available: that service is built on the same tiles. */
export const hasOpenElevation = ({ tiles, openElevation }: ElevationServices): boolean =>
  tiles !== undefined || openElevation !== undefined

/** The source itself when its service is configured, otherwise the elevations in the file. */
export function availableSource(
  source: ElevationSource,
  services: ElevationServices,
): ElevationSource {
  if (source === 'valhalla') return services.valhalla ? source : 'file'
  return hasOpenElevation(services) ? source : 'file'
}
