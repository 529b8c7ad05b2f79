import { createExpiringCache } from '@/lib/concurrency/expiring-cache'
import { type Fetch, fetchJson } from '@/lib/network/outgoing'
import type { Clock } from '@/lib/time/clock'
import { type Place, readPlaces } from './place'

/** Finds places by name and by their OpenStreetMap id. */
export interface Geocoder {
  /** Finds places by name. @throws OutgoingError when Nominatim fails. */
  search: (city: string, language?: string) => Promise<Place[]>
  /** Finds the place with an id like `r7444`. @throws OutgoingError when Nominatim fails. */
  lookup: (osmId: string, language?: string) => Promise<Place | undefined>
}

export interface GeocoderOptions {
  /** URL of a Nominatim server, without a trailing slash. */
  url: string
  /** The `User-Agent` header, which the public Nominatim server requires. */
  userAgent: string
  clock: Clock
  fetch: Fetch
  /** Timeout of one request in milliseconds. */
  timeout?: number
}

const TIMEOUT = 30_000
const LIFETIME = 30 * 60_000
const ENTRIES = 128
const FALLBACK_LANGUAGE = 'en'
/** Syntax of language codes. Other values are not sent. */
const LANGUAGE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i
/** Node, way or relation. */
const OSM_ID = /^[nwr]\d{1,19}$/

/** Creates a geocoder that uses a Nominatim server and caches 128 responses for half an hour. */
export function openGeocoder(options: GeocoderOptions): Geocoder {
  const { url, userAgent, clock, fetch, timeout = TIMEOUT } = options
  const cache = createExpiringCache<Place[]>({ clock, lifetime: LIFETIME, entries: ENTRIES })
  const fetchPlaces = async (path: string, query: Record<string, string>) => {
    const address = `${url}${path}?${new URLSearchParams({ format: 'jsonv2', ...query })}`
    const known = cache.get(address)
    if (known) return known
    const headers = { 'user-agent': userAgent }
    const places = readPlaces(await fetchJson(address, { fetch, timeout, headers }))
    cache.set(address, places)
    return places
  }
  return {
    search: async (city, language) => {
      const name = city.trim().toLowerCase()
      return name === '' ? [] : fetchPlaces('/search', { city: name, ...languages(language) })
    },
    lookup: async (osmId, language) => {
      const id = osmId.trim().toLowerCase()
      if (!OSM_ID.test(id)) return undefined
      const [place] = await fetchPlaces('/lookup', { osm_ids: id, ...languages(language) })
      return place
    },
  }
}

function languages(language: string | undefined) {
  const isOther =
    language !== undefined && LANGUAGE.test(language) && language !== FALLBACK_LANGUAGE
  return { 'accept-language': isOther ? `${language},${FALLBACK_LANGUAGE}` : FALLBACK_LANGUAGE }
}
