import type { Trace } from '@/domain/analysis/placed-course'
import { findPosition, interpolateAt } from '@/domain/analysis/placed-course'
import { METRES_PER_DEGREE, metresPerLongitude, wrapLongitude } from '@/domain/reference/plane'
import { sumWithHysteresis } from '@/domain/tracks/metrics/elevation-profile'

/** Longitude and latitude in degrees, and metres above sea level; null: not known. */
export type SegmentPosition = readonly [
  longitude: number,
  latitude: number,
  elevation: number | null,
]

/** A box of coordinates in degrees. Across the antimeridian, `east` is greater than 180. */
export interface SegmentBox {
  south: number
  west: number
  north: number
  east: number
}

/** A segment's line as it is stored, with what is computed from it once. */
export interface SegmentLine {
  /** Evenly spaced. */
  positions: SegmentPosition[]
  /** Metres. */
  length: number
  /** Metres; null without elevations. */
  ascent: number | null
  /** Per cent: the difference of the elevations of both ends per length; null without elevations. */
  grade: number | null
  box: SegmentBox
}

/** Metres between the positions of a line, unless this needs more than `MAX_POSITIONS`. */
const SPACING = 10
export const MAX_POSITIONS = 2000

/** Decimals of stored degrees (0.1 m) and elevations. */
const [DEGREE_DIGITS, ELEVATION_DIGITS] = [6, 1]

/** Metres by which elevations must change direction to count as ascent. */
const HYSTERESIS = 2

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** Columns along a line, with the metres since its start. */
interface Along {
  metres: Float64Array
  lat: Float64Array
  lon: Float64Array
  ele: Float64Array
}

/** Returns the part of a recording between two distances since its start, in metres, as the line of a segment. */
export const lineOfTrace = (
  { course: { metres, ele }, lat, lon }: Trace,
  { from, to }: { from: number; to: number },
): SegmentLine => resample({ metres, lat, lon, ele }, from, Math.min(to, metres.at(-1) ?? 0))

/** Returns the line through drawn positions. */
export function lineThrough(drawn: readonly SegmentPosition[]): SegmentLine {
  const lat = Float64Array.from(drawn, ([, latitude]) => latitude)
  const lon = Float64Array.from(drawn, ([longitude]) => longitude)
  const ele = Float64Array.from(drawn, ([, , elevation]) => elevation ?? Number.NaN)
  const metres = new Float64Array(drawn.length)
  for (let i = 1; i < drawn.length; i++)
    metres[i] = (metres[i - 1] ?? 0) + stepBetween({ lat, lon }, i)
  return resample({ metres, lat, lon, ele }, 0, metres.at(-1) ?? 0)
}

/**
 * Returns a line that was stored on another server, with the length that it had there, measured before its positions
 * were spaced evenly. Lines that no server would have stored are resampled.
 */
export function restoreLine(
  stored: readonly SegmentPosition[],
  declaredLength: number | undefined,
): SegmentLine {
  const through = lineThrough(stored)
  const length = declaredLength ?? through.length
  const lat = Float64Array.from(stored, ([, latitude]) => latitude)
  const lon = Float64Array.from(stored, ([longitude]) => longitude)
  const spacing = Math.max(SPACING, length / (MAX_POSITIONS - 1)) * (1 + LENGTH_TOLERANCE)
  const isEven = stored.every((_, i) => i === 0 || stepBetween({ lat, lon }, i) <= spacing)
  const isLengthCredible =
    length >= through.length * (1 - LENGTH_TOLERANCE) && length <= through.length * MAX_DETOUR
  if (!isEven || !isLengthCredible || stored.length > MAX_POSITIONS) return through
  const positions = stored.map(
    ([longitude, latitude, elevation]): SegmentPosition => [
      rounded(wrapLongitude(longitude), DEGREE_DIGITS),
      rounded(latitude, DEGREE_DIGITS),
      elevation === null ? null : rounded(elevation, ELEVATION_DIGITS),
    ],
  )
  return { positions, length, ...climbOf(positions, length), box: boxOf(positions) }
}

/** Share by which rounding may make a line longer and its positions more distant. */
const LENGTH_TOLERANCE = 0.05
/** Factor by which a line may be longer than that through its positions, which cut its bends. */
const MAX_DETOUR = 1.5

/** Metres from the previous position. */
function stepBetween({ lat, lon }: Pick<Along, 'lat' | 'lon'>, i: number): number {
  const [before, latitude] = [lat[i - 1] ?? 0, lat[i] ?? 0]
  const east = wrapLongitude((lon[i] ?? 0) - (lon[i - 1] ?? 0))
  return Math.hypot(
    east * metresPerLongitude((before + latitude) / 2),
    (latitude - before) * METRES_PER_DEGREE,
  )
}

function resample(along: Along, from: number, to: number): SegmentLine {
  const length = Math.max(to - from, 0)
  const steps = Math.max(1, Math.min(Math.round(length / SPACING), MAX_POSITIONS - 1))
  const lon = unwrapped(along.lon)
  const positions = Array.from({ length: steps + 1 }, (_, i): SegmentPosition => {
    const at = findPosition(along.metres, from + (length * i) / steps)
    const elevation = interpolateAt(along.ele, at)
    return [
      rounded(wrapLongitude(interpolateAt(lon, at)), DEGREE_DIGITS),
      rounded(interpolateAt(along.lat, at), DEGREE_DIGITS),
      Number.isNaN(elevation) ? null : rounded(elevation, ELEVATION_DIGITS),
    ]
  })
  return { positions, length, ...climbOf(positions, length), box: boxOf(positions) }
}

/** Longitudes without jumps at the antimeridian. */
function unwrapped(longitudes: Float64Array): Float64Array {
  const result = Float64Array.from(longitudes)
  for (let i = 1; i < result.length; i++) {
    const before = result[i - 1] ?? 0
    result[i] = before + wrapLongitude((result[i] ?? 0) - before)
  }
  return result
}

function climbOf(
  positions: readonly SegmentPosition[],
  length: number,
): Pick<SegmentLine, 'ascent' | 'grade'> {
  const known = positions.flatMap(([, , elevation]) => elevation ?? [])
  if (known.length < positions.length || length === 0) return { ascent: null, grade: null }
  const [first = 0, last = 0] = [known[0], known.at(-1)]
  const { up } = sumWithHysteresis(Float64Array.from(known), HYSTERESIS)
  return {
    ascent: rounded(up.at(-1) ?? 0, ELEVATION_DIGITS),
    grade: rounded(((last - first) / length) * 100, ELEVATION_DIGITS),
  }
}

/** Returns the box around the positions of a line. */
export function boxOf(positions: readonly SegmentPosition[]): SegmentBox {
  const latitudes = positions.map(([, latitude]) => latitude)
  const longitudes = unwrapped(Float64Array.from(positions, ([longitude]) => longitude))
  const [first = 0] = longitudes
  // A line that begins west of the antimeridian and continues east of it has longitudes above 180, never below -180.
  const turn = Math.min(...longitudes) < -180 ? 360 : 0
  return {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(first, ...longitudes) + turn,
    east: Math.max(first, ...longitudes) + turn,
  }
}
