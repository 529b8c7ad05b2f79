import timezones from '@/domain/reference/timezones.json'
import { Failure } from '@/lib/failure'
import { findSimilar } from '@/lib/text/similar'
import { isTimezone } from '@/policy/preferences'

/** The time zone of this machine. */
export function machineTimezone(): string {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimezone(name) ? name : 'UTC'
}

/** @throws Failure for an unknown time zone, with a suggestion if another one is similar */
export function requireTimezone(name: string): string {
  if (isTimezone(name)) return name
  const similar = findZone(name)
  const advice =
    similar === undefined
      ? 'it is written Area/City, such as Europe/Berlin.'
      : `did you mean ${similar}?`
  throw new Failure('usage', `'${name}' is not a time zone: ${advice}`)
}

/** Finds the zone of a city, or one with a similar name. */
function findZone(name: string): string | undefined {
  const { timezones: zones } = timezones
  const city = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1)
  const wanted = name.trim().replaceAll(' ', '_')
  const exact = zones.find((zone) => city(zone).toLowerCase() === wanted.toLowerCase())
  if (exact !== undefined) return exact
  const similar = findSimilar(wanted, wanted.includes('/') ? zones : zones.map(city))
  return zones.find((zone) => zone === similar || city(zone) === similar)
}
