import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { BASE_MAP_BITS } from '@/domain/reference/base-map/decode-base-map'
import { inProject, writeAtomically } from './project'

/** Writes the base map from a folder of Natural Earth files; README.md next to it says which ones. */

type Point = readonly [x: number, y: number]
interface Feature {
  properties: Readonly<Record<string, string | number | null>>
  geometry: { type: string; coordinates: unknown }
}

const TARGET = inProject('src', 'domain', 'reference', 'base-map', 'base-map.br')
/** All lakes, and smaller ones where Natural Earth has them. */
const LAKES = ['lakes', 'lakes_europe', 'lakes_north_america']
const UNITS = 2 ** BASE_MAP_BITS
/** Lines may deviate by this many units (600 m at the equator) from those of Natural Earth. */
const TOLERANCE = 1
/** Smaller islands and lakes are left out, in square units. */
const MIN_AREA = 3
/** The latitude at which the square Web Mercator map ends. */
const LAST_LATITUDE = 85.051_128_78
/** Zoom level from which labels may overlap. */
const MAX_LABEL_ZOOM = 10
/** Pixels of a label per letter, around its name, and of its height. */
const LABEL = { letter: 7, around: 24, height: 26 }

function project([longitude, latitude]: Point): Point {
  const angle = (Math.min(Math.max(latitude, -LAST_LATITUDE), LAST_LATITUDE) * Math.PI) / 180
  const north = Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI
  return [((longitude + 180) / 360) * UNITS, ((1 - north) / 2) * UNITS]
}

/** Squared distance of a point from a segment. */
function squaredDistance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length
  const clamped = Math.min(Math.max(share, 0), 1)
  return (x - fromX - clamped * dx) ** 2 + (y - fromY - clamped * dy) ** 2
}

/** Simplifies a line with the algorithm of Ramer, Douglas and Peucker. */
function simplify(line: readonly Point[]): Point[] {
  const isKept = new Uint8Array(line.length)
  isKept[0] = 1
  isKept[line.length - 1] = 1
  const pending: [number, number][] = [[0, line.length - 1]]
  for (let part = pending.pop(); part; part = pending.pop()) {
    const [from, to] = part
    let [farthest, distance] = [-1, TOLERANCE ** 2]
    for (let i = from + 1; i < to; i++) {
      const away = squaredDistance(at(line, i), at(line, from), at(line, to))
      if (away > distance) [farthest, distance] = [i, away]
    }
    if (farthest < 0) continue
    isKept[farthest] = 1
    pending.push([from, farthest], [farthest, to])
  }
  return line.filter((_, index) => isKept[index])
}

const at = (line: readonly Point[], index: number): Point => line[index] ?? [0, 0]

/** Rounds points to whole units, and drops those equal to the one before. */
function round(line: readonly Point[]): Point[] {
  const rounded = line.map(([x, y]): Point => [Math.round(x), Math.round(y)])
  return rounded.filter(([x, y], index) => {
    const [previousX, previousY] = at(rounded, index - 1)
    return index === 0 || x !== previousX || y !== previousY
  })
}

function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = at(ring, (index + 1) % ring.length)
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice / 2)
}

/** The lines of a geometry: its rings, if it is a polygon. */
function linesOf({ geometry: { type, coordinates } }: Feature): Point[][] {
  if (type === 'LineString') return [coordinates as Point[]]
  if (type === 'MultiPolygon') return (coordinates as Point[][][]).flat()
  return coordinates as Point[][]
}

const simplified = (features: readonly Feature[]): Point[][] =>
  features.flatMap(linesOf).map((line) => round(simplify(line.map(project))))

const toRings = (features: readonly Feature[]): Point[][] =>
  simplified(features)
    .map((ring) => ring.slice(0, -1))
    .filter((ring) => ring.length > 2 && areaOf(ring) >= MIN_AREA)

const toLines = (features: readonly Feature[]): Point[][] =>
  simplified(features).filter((line) => line.length > 1)

/** Collects numbers as base-128 varints, and texts with their length. */
class Writer {
  readonly #bytes: number[] = []

  number(value: number): void {
    let rest = value
    for (; rest > 127; rest >>>= 7) this.#bytes.push((rest & 127) | 128)
    this.#bytes.push(rest)
  }

  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value)
  }

  text(value: string): void {
    const bytes = Buffer.from(value)
    this.number(bytes.length)
    this.#bytes.push(...bytes)
  }

  lines(lines: readonly Point[][]): void {
    let [x, y] = [0, 0]
    this.number(lines.length)
    for (const line of lines) {
      this.number(line.length)
      for (const [nextX, nextY] of line) {
        this.signed(nextX - x)
        this.signed(nextY - y)
        ;[x, y] = [nextX, nextY]
      }
    }
  }

  finish = (): Buffer => Buffer.from(this.#bytes)
}

interface Place {
  name: string
  point: Point
  /** The first zoom level at which it is shown. */
  zoom: number
}

/** Gives each place the first zoom level at which its label overlaps none of a more important place. */
function placeLabels(features: readonly Feature[]): Place[] {
  const shown: Place[] = []
  const byImportance = features.toSorted(
    (one, other) =>
      Number(one.properties.min_zoom) - Number(other.properties.min_zoom) ||
      Number(other.properties.pop_max) - Number(one.properties.pop_max),
  )
  for (const { properties } of byImportance) {
    const point = project([Number(properties.longitude), Number(properties.latitude)])
    const place = { name: String(properties.name), point, zoom: 0 }
    place.zoom = Math.max(2, Math.round(Number(properties.min_zoom)))
    while (place.zoom < MAX_LABEL_ZOOM && shown.some((other) => overlap(place, other)))
      place.zoom += 1
    shown.push({ ...place, point: at(round([point]), 0) })
  }
  return shown.toSorted((one, other) => one.zoom - other.zoom)
}

/** Whether two labels overlap at the zoom level of the first. */
function overlap(one: Place, other: Place): boolean {
  if (other.zoom > one.zoom) return false
  const pixels = (256 * 2 ** one.zoom) / UNITS
  const dx = (other.point[0] - one.point[0]) * pixels
  const left = dx > 0 ? one : other
  return (
    Math.abs(dx) < left.name.length * LABEL.letter + LABEL.around &&
    Math.abs(other.point[1] - one.point[1]) * pixels < LABEL.height
  )
}

function writeBaseMap(folder: string): void {
  const load = (name: string): Feature[] =>
    JSON.parse(readFileSync(join(folder, `ne_10m_${name}.json`), 'utf8')).features
  const borders = load('admin_0_boundary_lines_land').filter(
    ({ properties }) => properties.type !== 'Water Indicator',
  )
  const isAgreed = ({ properties }: Feature) =>
    String(properties.featurecla).startsWith('International')
  const writer = new Writer()
  writer.lines(toRings(load('land')))
  writer.lines(toRings(LAKES.flatMap(load)))
  writer.lines(toLines(borders.filter(isAgreed)))
  writer.lines(toLines(borders.filter((border) => !isAgreed(border))))
  const places = placeLabels(load('populated_places_simple'))
  writer.lines([places.map(({ point }) => point)])
  for (const { zoom, name } of places) {
    writer.number(zoom)
    writer.text(name)
  }
  const bytes = writer.finish()
  const compressed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  mkdirSync(dirname(TARGET), { recursive: true })
  writeAtomically(TARGET, compressed)
  console.log(`${TARGET}: ${bytes.length} bytes, compressed ${compressed.length}`)
}

writeBaseMap(process.argv[2] ?? '.')
