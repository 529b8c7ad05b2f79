import type { ElevationSource } from '@/db/columns'
import languages from '@/reference/languages.json'
import timezones from '@/reference/timezones.json'

const LANGUAGES = new Set(languages.languages.map(({ code }) => code))
const TIMEZONES = new Set(timezones.timezones)

/** A supported language, else English. */
export const languageOrDefault = (code: unknown): string =>
  typeof code === 'string' && LANGUAGES.has(code) ? code : 'en'

/** `Area/Place` in its official spelling: `Intl` ignores case, clients do not. */
const IANA_NAME = /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)+$/

/** Whether a name is one of the listed time zones or another one this machine knows. */
export function isTimezone(name: string): boolean {
  if (TIMEZONES.has(name) || name === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return IANA_NAME.test(name)
  } catch {
    return false
  }
}

/** A known time zone, else Europe/Paris. */
export const timezoneOrDefault = (name: unknown): string =>
  typeof name === 'string' && isTimezone(name) ? name : 'Europe/Paris'

/** Where the elevations are that an administrator has set up: a folder of tiles, and addresses of services. */
export interface ElevationServices {
  tiles?: string | undefined
  openElevation: string | undefined
  valhalla: string | undefined
}

/** Whether there are elevations of Open-Elevation: tiles in a folder are what that service is made of. */
export const hasOpenElevation = ({ tiles, openElevation }: ElevationServices): boolean =>
  tiles !== undefined || openElevation !== undefined

/** The source itself when its service is configured, else the file's own values. */
export function availableSource(
  source: ElevationSource,
  services: ElevationServices,
): ElevationSource {
  if (source === 'valhalla') return services.valhalla ? source : 'file'
  return hasOpenElevation(services) ? source : 'file'
}
