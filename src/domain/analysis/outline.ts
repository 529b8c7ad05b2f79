/** Places as consecutive triples of earth-centred, earth-fixed coordinates, in metres. */
export type Places = Float64Array

/** The line of a recording, resampled at equal distances. */
export interface Outline {
  /** Number of places. */
  readonly size: number
  readonly places: Places
  /** Metres from one place to the next. */
  readonly step: number
  /** Position of each place in the recorded line: the index of a point plus the share of the step to the next one. */
  readonly at: Float64Array
}

/**
 * Metres between places: more than a stationary receiver drifts, and less than the distance between bends that reverse.
 */
const STEP = 20
/** Longer lines use longer steps to stay near this number of places. */
const MAX_PLACES = 5000

/**
 * Resamples a line. `breaks` are indices of points that are not connected to the previous one. A stationary receiver
 * that drifts adds no places, so the outline is as long as the route itself.
 */
export function resampleLine(line: Places, breaks: readonly number[] = []): Outline {
  const jumps = new Set(breaks)
  const length = lengthOf(line, jumps)
  const step = Math.max(STEP, length / MAX_PLACES)
  // Preallocated: growing an array would copy it repeatedly and create garbage.
  const most = (Math.ceil(length / step) || 0) + jumps.size + 2
  const [places, at] = [new Float64Array(3 * most), new Float64Array(most)]
  const last = { x: Number.NaN, y: Number.NaN, z: Number.NaN }
  let size = 0
  const keep = (x: number, y: number, z: number, index: number) => {
    places[3 * size] = last.x = x
    places[3 * size + 1] = last.y = y
    places[3 * size + 2] = last.z = z
    at[size] = index
    size += 1
  }
  for (let i = 0; i * 3 < line.length; i++) {
    const to = pointOf(line, i)
    if (i === 0 || jumps.has(i)) {
      if (i === 0 || !(between(last, to) < step)) keep(to.x, to.y, to.z, i)
      continue
    }
    const from = pointOf(line, i - 1)
    let share = leaving({ from, to, centre: last }, step, 0)
    while (share !== undefined) {
      const [x, y] = [along(from.x, to.x, share), along(from.y, to.y, share)]
      keep(x, y, along(from.z, to.z, share), i - 1 + share)
      share = leaving({ from, to, centre: last }, step, share)
    }
  }
  return { size, places: places.slice(0, 3 * size), step, at: at.slice(0, size) }
}

/** Returns the same line in the opposite direction. */
export function reverseOutline({ size, places, step, at }: Outline): Outline {
  const turned = new Float64Array(places.length)
  for (let i = 0; i < size; i++)
    turned.set(places.subarray(3 * (size - 1 - i), 3 * (size - i)), 3 * i)
  return { size, places: turned, step, at: at.toReversed() }
}

interface Point {
  x: number
  y: number
  z: number
}

const pointOf = (line: Places, i: number): Point => ({
  x: line[3 * i] ?? Number.NaN,
  y: line[3 * i + 1] ?? Number.NaN,
  z: line[3 * i + 2] ?? Number.NaN,
})

const between = (one: Point, other: Point): number =>
  Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z)

const along = (from: number, to: number, share: number): number => from + share * (to - from)

function lengthOf(line: Places, jumps: ReadonlySet<number>): number {
  let length = 0
  for (let i = 1; i * 3 < line.length; i++)
    if (!jumps.has(i)) length += between(pointOf(line, i - 1), pointOf(line, i))
  return length
}

/**
 * The share of the step, greater than `after`, at which a straight step leaves the ball around `centre`; undefined if
 * it does not.
 */
function leaving(
  { from, to, centre }: { from: Point; to: Point; centre: Point },
  radius: number,
  after: number,
): number | undefined {
  if (between(to, centre) < radius) return undefined
  const [dx, dy, dz] = [to.x - from.x, to.y - from.y, to.z - from.z]
  const [cx, cy, cz] = [from.x - centre.x, from.y - centre.y, from.z - centre.z]
  const a = dx * dx + dy * dy + dz * dz
  const b = cx * dx + cy * dy + cz * dz
  const c = cx * cx + cy * cy + cz * cz - radius * radius
  const root = b * b - a * c
  if (!(a > 0 && root >= 0)) return undefined
  const share = (-b + Math.sqrt(root)) / a
  return share > after && share <= 1 ? share : undefined
}
