import type { PrivacyZone } from '@/domain/privacy/hidden-area'
import { badRequest } from '@/lib/errors'
import { isObject, type Json, listIn, numberIn, pastIn, textIn } from '@/lib/text/json-fields'
import type { PrivacySettings, ZoneInput } from './edit-privacy'
import { ZONE_LIMITS } from './zone-limits'

/** A zone from the user's account on another server. */
export interface ImportedZone extends ZoneInput {
  shortId: string | undefined
  /** Milliseconds since the Unix epoch, not after now. */
  createdAt: number
  /** Metres by which its hidden area is shifted, not validated. */
  offset: Pick<PrivacyZone, 'offsetNorth' | 'offsetEast'> | undefined
}

const invalidZone = () => badRequest('the export has an invalid privacy zone')

/** Parses a zone of an export. @throws 400 when one could not be created like this */
export function parseZone(zone: unknown, now: number): ImportedZone {
  if (!isObject(zone)) throw invalidZone()
  return {
    name: requireText(zone.name),
    positions: requirePositions(zone.positions),
    radius: requireMetres(zone.radius, ZONE_LIMITS.minRadius, ZONE_LIMITS.maxRadius),
    // If the export does not say it, the zone hides more rather than less.
    hides_passages: zone.hides_passages !== false,
    shortId: textIn(zone.id),
    createdAt: pastIn(zone.created_at, now),
    offset: offsetIn(zone),
  }
}

/** Parses the privacy settings of an export. @throws 400 when they are invalid */
export function parseSettings(settings: unknown): PrivacySettings {
  const { hidden_metres: hidden, hides_times } = isObject(settings) ? settings : {}
  return {
    hidden_metres: requireMetres(hidden, 0, ZONE_LIMITS.hiddenMetres),
    hides_times: hides_times !== false,
  }
}

function requireText(name: unknown): string {
  const text = textIn(name)
  if (text === undefined || text.length > ZONE_LIMITS.name) throw invalidZone()
  return text
}

function requirePositions(value: unknown): ZoneInput['positions'] {
  const positions = listIn(value).map((position) => {
    if (!isObject(position)) throw invalidZone()
    const [latitude, longitude] = [numberIn(position.latitude), numberIn(position.longitude)]
    if (latitude === undefined || Math.abs(latitude) > 90) throw invalidZone()
    if (longitude === undefined || Math.abs(longitude) > 180) throw invalidZone()
    return { latitude, longitude }
  })
  if (positions.length === 0 || positions.length > ZONE_LIMITS.positions) throw invalidZone()
  return positions
}

function requireMetres(value: unknown, min: number, max: number): number {
  const metres = numberIn(value)
  if (metres === undefined || !Number.isInteger(metres) || metres < min || metres > max)
    throw badRequest('the export has an invalid number of hidden metres')
  return metres
}

function offsetIn({ offset_north, offset_east }: Json): ImportedZone['offset'] {
  const [offsetNorth, offsetEast] = [numberIn(offset_north), numberIn(offset_east)]
  return offsetNorth === undefined || offsetEast === undefined
    ? undefined
    : { offsetNorth, offsetEast }
}
