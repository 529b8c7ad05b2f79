import { THUMBNAIL_SIZE, type Thumbnail } from '@/domain/reference/thumbnail'
import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { decodeLine, type LinePart, type MapLine, simplifyParts } from './map-line'

const { width: WIDTH, height: HEIGHT } = THUMBNAIL_SIZE

/** Coordinates are shares of a square of 2^7 units, which contains the drawing. */
const BITS = 7
const SIMPLIFICATION = { bits: BITS, tolerance: 1, maxPoints: 32 } as const
/** Lines with more gaps are drawn without them, to limit the number of points. */
const MAX_PARTS = 8

/** The columns that an effort is drawn from, the best indicator first. */
const EFFORTS = [
  ['hr', 'heart_rate'],
  ['power', 'power'],
  ['speed', 'speed'],
] as const
const EFFORT_POINTS = 24

/** Draws the route of a workout, or without a line its effort; `readSegments` is called only then. */
export const drawThumbnail = (
  line: MapLine | undefined,
  readSegments: () => readonly StoredPoints[],
): Thumbnail | undefined => (line ? drawRoute(line) : drawEffort(readSegments()))

/** Draws the line of a workout, centred, with north at the top. */
export function drawRoute(line: MapLine): Thumbnail {
  const decoded = decodeLine(line.fine)
  const parts = decoded.length > MAX_PARTS ? [joinParts(decoded)] : decoded
  const [left, right] = findRange(parts.map(({ x }) => x))
  const [top, bottom] = findRange(parts.map(({ y }) => y))
  const scale = Math.min(WIDTH / (right - left || 1), HEIGHT / (bottom - top || 1))
  const place = (values: Float64Array, start: number, end: number, size: number) =>
    Array.from(values, (value) => ((value - (start + end) / 2) * scale + size / 2) / 2 ** BITS)
  const placed = parts.map(({ x, y }) => ({
    x: place(x, left, right, WIDTH),
    y: place(y, top, bottom, HEIGHT),
  }))
  return { kind: 'route', path: simplifyParts(placed, SIMPLIFICATION).map(writePath).join('') }
}

/** Draws heart rate, power or speed over time; undefined if none was recorded. */
export function drawEffort(segments: readonly StoredPoints[]): Thumbnail | undefined {
  for (const [column, kind] of EFFORTS) {
    const means = averageOverTime(segments, column)
    if (means.length < 2) continue
    const [min, max] = findRange([Float64Array.from(means, ({ value }) => value)])
    const x = Float64Array.from(means, ({ at }) => Math.round(at * WIDTH))
    const y = Float64Array.from(means, ({ value }) =>
      Math.round(max > min ? ((max - value) / (max - min)) * HEIGHT : HEIGHT / 2),
    )
    return { kind, path: writePath({ x, y }) }
  }
  return undefined
}

/** Averages a column in equal parts of the whole time; `at` is the middle of the part, from 0 to 1. */
function averageOverTime(
  segments: readonly StoredPoints[],
  column: (typeof EFFORTS)[number][0],
): { at: number; value: number }[] {
  const [start, end] = findRange(segments.map(({ time }) => time))
  const sums = Array.from({ length: EFFORT_POINTS }, () => ({ sum: 0, count: 0 }))
  for (const { time, [column]: values } of segments)
    for (const [i, value] of values.entries()) {
      const share = ((time[i] ?? Number.NaN) - start) / (end - start)
      const bucket = sums[Math.min(Math.floor(share * EFFORT_POINTS), EFFORT_POINTS - 1)]
      if (!bucket || Number.isNaN(value)) continue
      bucket.sum += value
      bucket.count += 1
    }
  return sums.flatMap(({ sum, count }, i) =>
    count > 0 ? [{ at: i / (EFFORT_POINTS - 1), value: sum / count }] : [],
  )
}

function joinParts(parts: readonly LinePart[]): LinePart {
  return {
    x: Float64Array.from(parts.flatMap(({ x }) => [...x])),
    y: Float64Array.from(parts.flatMap(({ y }) => [...y])),
  }
}

/** Returns the smallest and largest value, without missing ones. */
/** Returns the smallest and largest value of columns; infinite without values. */
export function findRange(columns: readonly Float64Array[]): [min: number, max: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const column of columns)
    for (const value of column) {
      if (value < min) min = value
      if (value > max) max = value
    }
  return [min, max]
}

/** Writes a line as SVG path data, with relative coordinates and without separators before minus signs: both are short. */
function writePath({ x, y }: LinePart): string {
  const steps: number[] = []
  for (let i = 1; i < x.length; i++)
    steps.push((x[i] ?? 0) - (x[i - 1] ?? 0), (y[i] ?? 0) - (y[i - 1] ?? 0))
  // A single point is drawn as a dot by round line caps.
  const line = steps.length > 0 ? `l${steps.join(' ')}` : 'h0'
  return `M${x[0] ?? 0} ${y[0] ?? 0}${line}`.replaceAll(' -', '-')
}
