import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASE_MAP_BITS } from '@/domain/reference/base-map/decode-base-map'
import { areaOf, at, type Point, project, round, simplify } from './lines'
import { NumberWriter, writeCompressed } from './number-writer'
import { inProject } from './project'

/** Writes the base map from a folder of Natural Earth files; README.md next to it says which ones. */

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
/** Zoom level from which labels may overlap. */
const MAX_LABEL_ZOOM = 10
/** Pixels of a label per letter, around its name, and of its height. */
const LABEL = { letter: 7, around: 24, height: 26 }

/** The lines of a geometry: its rings, if it is a polygon. */
function linesOf({ geometry: { type, coordinates } }: Feature): Point[][] {
  if (type === 'LineString') return [coordinates as Point[]]
  if (type === 'MultiPolygon') return (coordinates as Point[][][]).flat()
  return coordinates as Point[][]
}

const toUnits = (point: Point): Point => project(point, UNITS)

const simplified = (features: readonly Feature[]): Point[][] =>
  features.flatMap(linesOf).map((line) => round(simplify(line.map(toUnits), TOLERANCE)))

const toRings = (features: readonly Feature[]): Point[][] =>
  simplified(features)
    .map((ring) => ring.slice(0, -1))
    .filter((ring) => ring.length > 2 && areaOf(ring) >= MIN_AREA)

const toLines = (features: readonly Feature[]): Point[][] =>
  simplified(features).filter((line) => line.length > 1)

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
    const point = toUnits([Number(properties.longitude), Number(properties.latitude)])
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
  const writer = new NumberWriter()
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
  writeCompressed(TARGET, writer.finish())
}

writeBaseMap(process.argv[2] ?? '.')
