import { METRES_PER_DEGREE, metresPerLongitude, wrapLongitude } from '@/domain/reference/plane'
import { VarintReader, VarintWriter } from '@/domain/tracks/geometry/varints'

/** A town or village of the gazetteer. */
export interface PlaceRow {
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Code of the state, where names are only unique within one; otherwise empty. */
  readonly state: string
  /** Degrees, to the thousandth. */
  readonly latitude: number
  readonly longitude: number
  /** Inhabitants, to about 10 %. */
  readonly population: number
}

const UNITS_PER_DEGREE = 1000
/** Steps of the stored logarithm of the population per doubling. */
const POPULATION_STEPS = 8
const MAX_BYTE = 255
/** Places are sorted by bands of latitude, so that the differences between neighbours are small. */
const BANDS_PER_DEGREE = 2
/** Starts the line with the country and state of the places that follow. */
const REGION_MARK = '\t'

/** Encodes places for `decodeGazetteer`: differences of positions, logarithms of populations, and names by region. */
export function encodeGazetteer(rows: readonly PlaceRow[]): Uint8Array {
  const region = ({ country, state }: PlaceRow) => `${country}-${state}`
  const band = ({ latitude }: PlaceRow) => Math.floor(latitude * BANDS_PER_DEGREE)
  const sorted = rows.toSorted(
    (one, other) =>
      (region(one) < region(other) ? -1 : region(one) > region(other) ? 1 : 0) ||
      band(one) - band(other) ||
      one.longitude - other.longitude,
  )
  const writer = new VarintWriter()
  writer.unsigned(sorted.length)
  for (const axis of ['latitude', 'longitude'] as const) {
    let previous = 0
    for (const row of sorted) {
      const value = Math.round(row[axis] * UNITS_PER_DEGREE)
      writer.signed(value - previous)
      previous = value
    }
  }
  for (const { population } of sorted) {
    const steps = Math.round(Math.log2(Math.max(population, 1)) * POPULATION_STEPS)
    writer.unsigned(Math.min(steps, MAX_BYTE))
  }
  const lines = sorted.flatMap((row, i) => {
    const previous = sorted[i - 1]
    const isNew = !previous || region(previous) !== region(row)
    return isNew ? [REGION_MARK + region(row), row.name] : [row.name]
  })
  const [numbers, names] = [writer.join(), new TextEncoder().encode(lines.join('\n'))]
  const bytes = new Uint8Array(numbers.length + names.length)
  bytes.set(numbers)
  bytes.set(names, numbers.length)
  return bytes
}

/** A place with its number, which does not change until a new list is built. */
export interface Place extends PlaceRow {
  readonly number: number
}

/** A list of towns and villages, searchable by name and by position. */
export interface Gazetteer {
  /** The place with a number; undefined if there is none. */
  readonly get: (number: number) => Place | undefined
  /** Places whose names begin with a text, ignoring case and accents: equal names first, then the largest ones. */
  readonly search: (text: string, limit: number) => Place[]
  /** The place that a position belongs to, up to `MAX_DISTANCE` away; undefined if there is none. */
  readonly nearest: (latitude: number, longitude: number) => Place | undefined
}

/** Decodes bytes of `encodeGazetteer`. All places together need about ten megabytes, so they are stored in columns. */
export function decodeGazetteer(bytes: Uint8Array): Gazetteer {
  const columns = readColumns(bytes)
  const { names, regionOf, latitudes, longitudes, populations } = columns
  const populationOf = (i: number) => 2 ** ((populations[i] ?? 0) / POPULATION_STEPS)
  const row = (i: number): Place => {
    const [country = '', state = ''] = regionOf(i).split('-')
    return {
      number: i,
      ...{ name: lineAt(names, i), country, state },
      latitude: (latitudes[i] ?? 0) / UNITS_PER_DEGREE,
      longitude: (longitudes[i] ?? 0) / UNITS_PER_DEGREE,
      population: Math.round(populationOf(i)),
    }
  }
  const search = createNameSearch(names)
  const nearest = createPositionSearch({ latitudes, longitudes, populationOf })
  return {
    get: (number) => (number in latitudes ? row(number) : undefined),
    search: (text, limit) =>
      search(text)
        .sort((one, other) => one.rank - other.rank || populationOf(other.i) - populationOf(one.i))
        .slice(0, limit)
        .map(({ i }) => row(i)),
    nearest: (latitude, longitude) => {
      const found = nearest(latitude, longitude)
      return found === undefined ? undefined : row(found)
    },
  }
}

/** Positions in thousandths of degrees, logarithms of populations, names and regions, by the number of the place. */
function readColumns(bytes: Uint8Array) {
  const reader = new VarintReader(bytes)
  const size = reader.unsigned()
  const readSums = (): Int32Array => {
    const column = new Int32Array(size)
    let sum = 0
    for (let i = 0; i < size; i++) {
      sum += reader.signed()
      column[i] = sum
    }
    return column
  }
  const [latitudes, longitudes] = [readSums(), readSums()]
  const populations = new Uint8Array(size)
  for (let i = 0; i < size; i++) populations[i] = reader.unsigned()
  return { latitudes, longitudes, populations, ...readNames(reader.rest(), size) }
}

const NEW_LINE = 10

/** Lines as bytes, each with a line break at its end: strings of all names would need more memory than all the rest. */
interface Lines {
  text: Buffer
  /** Index of the start of each line, and of the end of the last one. */
  starts: Int32Array
}

/** Separates names from the regions to which those after them belong. */
function readNames(bytes: Uint8Array, size: number) {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = Buffer.alloc(lines.length + 1)
  const starts = new Int32Array(size + 1)
  const regions: { first: number; name: string }[] = []
  let [count, length] = [0, 0]
  for (let start = 0; start < lines.length; ) {
    const found = lines.indexOf(NEW_LINE, start)
    const end = found < 0 ? lines.length : found
    if (lines[start] === REGION_MARK.charCodeAt(0))
      regions.push({ first: count, name: lines.toString('utf8', start + 1, end) })
    else {
      length += lines.copy(text, length, start, end)
      text[length++] = NEW_LINE
      starts[++count] = length
    }
    start = end + 1
  }
  return {
    names: { text: text.subarray(0, length), starts },
    regionOf: (i: number) => regions.findLast(({ first }) => first <= i)?.name ?? '',
  }
}

/** A line without the line break at its end. */
const lineAt = ({ text, starts }: Lines, i: number): string =>
  text.toString('utf8', starts[i], (starts[i + 1] ?? 0) - 1)

const normalize = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

/** Number of lines that are normalized at once. */
const LINES_AT_ONCE = 1000

/** The normalized lines, after a line break. */
function normalizeLines({ text, starts }: Lines): Lines {
  const size = starts.length - 1
  const parts = [Buffer.from('\n')]
  for (let first = 0; first < size; first += LINES_AT_ONCE) {
    const last = Math.min(first + LINES_AT_ONCE, size)
    parts.push(Buffer.from(normalize(text.toString('utf8', starts[first], starts[last]))))
  }
  const normalized = Buffer.concat(parts)
  const normalizedStarts = starts.map(() => 1)
  for (let i = 1; i <= size; i++)
    normalizedStarts[i] = normalized.indexOf(NEW_LINE, normalizedStarts[i - 1]) + 1
  return { text: normalized, starts: normalizedStarts }
}

/** Finds the numbers of names that begin with a text; equal names have rank 0, others 1. */
function createNameSearch(names: Lines) {
  const { text, starts } = normalizeLines(names)
  return (wanted: string): { i: number; rank: 0 | 1 }[] => {
    const query = normalize(wanted.trim())
    if (query === '' || query.includes('\n')) return []
    const bytes = Buffer.from(`\n${query}`)
    const found: { i: number; rank: 0 | 1 }[] = []
    for (let hit = text.indexOf(bytes); hit >= 0; hit = text.indexOf(bytes, hit + 1)) {
      const isEqual = text[hit + bytes.length] === NEW_LINE
      found.push({ i: indexOf(starts, hit + 1), rank: isEqual ? 0 : 1 })
    }
    return found
  }
}

/** Binary search for a value that a sorted column contains. */
function indexOf(sorted: Int32Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Metres. */
const MAX_DISTANCE = 50_000
/** The radius of a place in metres: that of a circle with 4,000 inhabitants per square kilometre, at most 10 km. */
const radiusOf = (population: number) => Math.min(Math.sqrt((population * 250) / Math.PI), 10_000)

/** Cells of one degree by one degree. */
const CELLS = 180 * 360

/** Indices by cell: those of cell `i` are at `firstIn[i]` to `firstIn[i + 1]` in `order`. */
function sortByCell(cells: Uint16Array): { order: Int32Array; firstIn: Int32Array } {
  const firstIn = new Int32Array(CELLS + 1)
  for (const cell of cells) firstIn[cell + 1] = (firstIn[cell + 1] ?? 0) + 1
  for (let cell = 0; cell < CELLS; cell++)
    firstIn[cell + 1] = (firstIn[cell + 1] ?? 0) + (firstIn[cell] ?? 0)
  const next = firstIn.slice()
  const order = new Int32Array(cells.length)
  for (const [i, cell] of cells.entries()) {
    const at = next[cell] ?? 0
    order[at] = i
    next[cell] = at + 1
  }
  return { order, firstIn }
}

/** Finds the place whose edge is nearest to a position. Looks only into the cells of one degree around it. */
function createPositionSearch({
  latitudes,
  longitudes,
  populationOf,
}: {
  latitudes: Int32Array
  longitudes: Int32Array
  populationOf: (i: number) => number
}) {
  const cellOf = (latitude: number, longitude: number) =>
    Math.floor(latitude + 90) * 360 + ((Math.floor(longitude + 180) + 360) % 360)
  const cells = Uint16Array.from(latitudes, (latitude, i) =>
    cellOf(latitude / UNITS_PER_DEGREE, (longitudes[i] ?? 0) / UNITS_PER_DEGREE),
  )
  const { order, firstIn } = sortByCell(cells)
  /** Indices of the places in the cells of one degree that reach up to `MAX_DISTANCE` from a position. */
  function* around(latitude: number, longitude: number, width: number): Generator<number> {
    for (let south = -1; south <= 1; south++)
      for (let west = -width; west <= width; west++) {
        const cell = cellOf(latitude + south, longitude + west)
        yield* order.subarray(firstIn[cell] ?? 0, firstIn[cell + 1] ?? 0)
      }
  }
  return (latitude: number, longitude: number): number | undefined => {
    const perLongitude = metresPerLongitude(latitude)
    const width = Math.min(Math.ceil(MAX_DISTANCE / Math.max(perLongitude, 1)), 180)
    let [best, nearest] = [undefined as number | undefined, MAX_DISTANCE]
    for (const i of around(latitude, longitude, width)) {
      const east = wrapLongitude((longitudes[i] ?? 0) / UNITS_PER_DEGREE - longitude) * perLongitude
      const north = ((latitudes[i] ?? 0) / UNITS_PER_DEGREE - latitude) * METRES_PER_DEGREE
      const distance = Math.hypot(east, north) - radiusOf(populationOf(i))
      if (distance < nearest) [best, nearest] = [i, distance]
    }
    return best
  }
}
