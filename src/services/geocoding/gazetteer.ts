import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { decodeGazetteer, type Gazetteer, type Place as Town } from '@/domain/places/gazetteer'
import placesFile from '@/domain/places/places.br' with { type: 'file' }
import type { Geocoder } from './geocoder'
import type { Place } from './place'

/** Loads the list of places that is part of the executable. It is read and decoded once, when it is first needed. */
export type LoadGazetteer = () => Promise<Gazetteer>

const decompress = promisify(brotliDecompress)

export function createGazetteerLoader(): LoadGazetteer {
  let loading: Promise<Gazetteer> | undefined
  const load = async () => decodeGazetteer(await decompress(await Bun.file(placesFile).bytes()))
  return () => {
    loading ??= load()
    return loading
  }
}

const MAX_FOUND = 10
/** Starts the ids of these places, which have none in OpenStreetMap. */
const ID_PREFIX = 'g'
const ID = /^g(\d{1,9})$/
const FALLBACK_LANGUAGE = 'en'

/** Creates a geocoder that uses the list of places, so that no other server sees what users search for. */
export const createLocalGeocoder = (load: LoadGazetteer): Geocoder => ({
  search: async (name, language) => {
    const gazetteer = await load()
    return gazetteer.search(name, MAX_FOUND).map((town) => toPlace(town, language))
  },
  lookup: async (id, language) => {
    const number = ID.exec(id.trim().toLowerCase())?.[1]
    const town = number === undefined ? undefined : (await load()).get(Number(number))
    return town && toPlace(town, language)
  },
})

const toPlace = (town: Town, language: string | undefined): Place => ({
  addressType: 'town',
  lat: String(town.latitude),
  lon: String(town.longitude),
  displayName: [town.name, town.state, countryName(town.country, language)]
    .filter((part) => part !== '')
    .join(', '),
  name: town.name,
  osmId: `${ID_PREFIX}${town.number}`,
})

/** The name of a country in a language; in English if the language is unknown. */
export function countryName(code: string, language: string | undefined): string {
  const namesIn = (locale: string) => new Intl.DisplayNames([locale], { type: 'region' })
  try {
    return namesIn(language ?? FALLBACK_LANGUAGE).of(code) ?? code
  } catch {
    return namesIn(FALLBACK_LANGUAGE).of(code) ?? code
  }
}
