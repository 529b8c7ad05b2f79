import type { Clock } from '@/lib/clock'
import { expiringCache } from '@/lib/expiring-cache'
import { type Fetch, fetchJson } from '@/lib/outgoing'
import { type Place, readPlaces } from './place'

/** Looks up places by name and by their identifier in OpenStreetMap. */
export interface Geocoder {
  /** Places with a name. @throws OutgoingError when Nominatim fails. */
  search: (city: string, language?: string) => Promise<Place[]>
  /** The place with an identifier like `r7444`. @throws OutgoingError when Nominatim fails. */
  lookup: (osmId: string, language?: string) => Promise<Place | undefined>
}

export interface GeocoderOptions {
  /** Address of a Nominatim server, without a trailing slash. */
  url: string
  /** How this server introduces itself: the public Nominatim server insists on it. */
  userAgent: string
  clock: Clock
  fetch: Fetch
  /** Milliseconds one request may take. */
  timeout?: number
}

const TIMEOUT = 30_000
const LIFETIME = 30 * 60_000
const ENTRIES = 128
const FALLBACK_LANGUAGE = 'en'
/** The form of language codes; anything else is not passed on. */
const LANGUAGE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i
/** Node, way or relation. */
const OSM_ID = /^[nwr]\d{1,19}$/

/** A geocoder that asks a Nominatim server and remembers 128 answers for half an hour. */
export function openGeocoder(options: GeocoderOptions): Geocoder {
  const { url, userAgent, clock, fetch, timeout = TIMEOUT } = options
  const cache = expiringCache<Place[]>({ clock, lifetime: LIFETIME, entries: ENTRIES })
  const ask = async (path: string, query: Record<string, string>) => {
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
      return name === '' ? [] : ask('/search', { city: name, ...languages(language) })
    },
    lookup: async (osmId, language) => {
      const id = osmId.trim().toLowerCase()
      if (!OSM_ID.test(id)) return undefined
      const [place] = await ask('/lookup', { osm_ids: id, ...languages(language) })
      return place
    },
  }
}

function languages(wanted: string | undefined) {
  const isOwn = wanted !== undefined && LANGUAGE.test(wanted) && wanted !== FALLBACK_LANGUAGE
  return { 'accept-language': isOwn ? `${wanted},${FALLBACK_LANGUAGE}` : FALLBACK_LANGUAGE }
}
