import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { encodeGazetteer, type PlaceRow } from '@/domain/places/gazetteer'
import { inProject, writeAtomically } from './project'

/** Writes the list of places from a file of GeoNames (`cities1000.txt`); README.md next to it says more. */

const TARGET = inProject('src', 'domain', 'places', 'places.br')
/** Columns of the tables of GeoNames: https://download.geonames.org/export/dump/readme.txt */
const COLUMN = {
  id: 0,
  name: 1,
  latitude: 4,
  longitude: 5,
  code: 7,
  country: 8,
  state: 10,
  people: 14,
}
/** Parts of other places, and places that no longer exist. */
const SKIPPED = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
/** Countries where names of places are often repeated, so that the code of the state is stored, too. */
const WITH_STATES = new Set(['US'])
/** Local names of large places that GeoNames lists with their English ones, by their ids. */
const LOCAL_NAMES: Readonly<Record<string, string>> = {
  ...{ 2867714: 'München', 2761369: 'Wien', 3067696: 'Praha', 3169070: 'Roma', 3176959: 'Firenze' },
  ...{ 2660646: 'Genève', 2800866: 'Bruxelles', 3173435: 'Milano', 3165524: 'Torino' },
  ...{ 3172394: 'Napoli', 3164603: 'Venezia', 2267057: 'Lisboa', 2618425: 'København' },
  ...{ 756135: 'Warszawa', 2510911: 'Sevilla', 2747373: 'Den Haag', 2711537: 'Göteborg' },
  ...{ 2803138: 'Antwerpen', 2797656: 'Gent', 3176219: 'Genova', 2657896: 'Zürich' },
}

const [source] = process.argv.slice(2)
if (!source) throw new Error('usage: bun run places cities1000.txt')

const rows = readFileSync(source, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter((cells) => cells.length > COLUMN.people && !SKIPPED.has(cells[COLUMN.code] ?? ''))
  .map(rowOf)

function rowOf(cells: readonly string[]): PlaceRow {
  const [id = '', name = '', country = '', state = ''] = [
    ...[cells[COLUMN.id], cells[COLUMN.name]],
    ...[cells[COLUMN.country], cells[COLUMN.state]],
  ]
  return {
    name: LOCAL_NAMES[id] ?? name,
    country,
    state: WITH_STATES.has(country) ? state : '',
    latitude: Number(cells[COLUMN.latitude]),
    longitude: Number(cells[COLUMN.longitude]),
    population: Number(cells[COLUMN.people]),
  }
}

const bytes = encodeGazetteer(rows)
mkdirSync(dirname(TARGET), { recursive: true })
const compressed = brotliCompressSync(bytes, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  },
})
writeAtomically(TARGET, compressed)
console.log(`${rows.length} places, ${Math.round(compressed.length / 1000)} kB`)
