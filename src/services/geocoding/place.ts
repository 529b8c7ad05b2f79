import { OutgoingError } from '@/lib/network/outgoing'

/** A place in OpenStreetMap. */
export interface Place {
  /** For example `city`. */
  addressType: string | null
  /** Degrees, with the digits of Nominatim's response. */
  lat: string
  lon: string
  displayName: string | null
  name: string | null
  /** First letter of the object's type and its number, for example `r7444`. */
  osmId: string
}

/** Reads the places in a response of Nominatim (`jsonv2`). @throws OutgoingError when it has another form. */
export function readPlaces(response: unknown): Place[] {
  if (!Array.isArray(response)) throw new OutgoingError('answered no list of places')
  return response.map(readPlace)
}

function readPlace(value: unknown): Place {
  const place: Record<string, unknown> = Object(value)
  const { lat, lon, osm_id, osm_type } = place
  if (!isNumeric(lat) || !isNumeric(lon) || !isNumeric(osm_id) || typeof osm_type !== 'string')
    throw new OutgoingError('answered an incomplete place')
  return {
    addressType: textOrNull(place.addresstype),
    lat: String(lat),
    lon: String(lon),
    displayName: textOrNull(place.display_name),
    name: textOrNull(place.name),
    osmId: `${osm_type.slice(0, 1)}${osm_id}`,
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const isNumeric = (value: unknown): value is string | number =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '')) &&
  Number.isFinite(Number(value))
