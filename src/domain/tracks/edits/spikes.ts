import { HEART_RATE_LIMITS, MAX_POWER } from '@/domain/reference/human-limits'
import { isDistanceStream } from '@/domain/tracks/metrics/best-steps'
import { arcLength, chordBetween, placeAt } from '@/domain/tracks/metrics/earth'
import { MICROSECONDS } from '@/domain/tracks/metrics/units'
import type { ExtraColumn, Segment } from '@/domain/tracks/track'

/** Metres per second. Nothing with a recording device is faster on average. */
const MAX_SPEED = 100
/** Metres. The noise of positions that follow each other closely looks like a great speed. */
const MIN_JUMP = 30
/** A position is a spike if the recording returns within so many points and seconds. */
const [MAX_RUN, MAX_SECONDS] = [60, 120]

/**
 * Deletes positions that can only be reached faster than `maxSpeed` (metres per second) and from which the recording
 * returns at once, heart rates and powers that are impossible, and speeds and counted distances above that speed.
 * Returns the number of deleted values. A recording that continues at the other place, as after a tunnel or in a car,
 * is not changed there.
 */
export function correctSpikes(
  segments: readonly Segment[],
  maxSpeed: number | null,
): { segments: readonly Segment[]; removed: number } {
  const limit = maxSpeed ?? MAX_SPEED
  let removed = 0
  const corrected = segments.map((segment) => {
    const copy = copyOf(segment)
    const changed =
      deletePositions(copy, limit) +
      deleteOutside(copy.hr, HEART_RATE_LIMITS) +
      deleteOutside(copy.power, [0, MAX_POWER]) +
      correctStreams(copy, limit)
    removed += changed
    return changed > 0 ? copy : segment
  })
  return { segments: corrected, removed }
}

const copyOf = (segment: Segment): Segment => ({
  ...segment,
  lat: segment.lat.slice(),
  lon: segment.lon.slice(),
  hr: segment.hr.slice(),
  power: segment.power.slice(),
  ...(segment.extra && {
    extra: segment.extra.map((column) => ({ ...column, values: column.values.slice() })),
  }),
})

function deleteOutside(
  values: Float64Array | Float32Array,
  [least, most]: readonly [number, number],
): number {
  let deleted = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN
    if (Number.isNaN(value) || (value >= least && value <= most)) continue
    values[i] = Number.NaN
    deleted += 1
  }
  return deleted
}

/** Deletes spikes of the positions in place. The time and other values of these points remain. */
function deletePositions(segment: Segment, limit: number): number {
  const { lat, lon, size } = segment
  let deleted = 0
  const deleteRange = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      if (!Number.isNaN(lat[i])) deleted += 1
      lat[i] = Number.NaN
      lon[i] = Number.NaN
    }
  }
  // The last point that is no spike, and how many there were.
  let last = -1
  let good = 0
  for (let i = 0; i < size; i++) {
    if (Number.isNaN(lat[i] ?? Number.NaN)) continue
    if (last < 0 || isReachable(segment, [last, i], limit)) {
      last = i
      good += 1
      continue
    }
    const back = findReturn(segment, [last, i], limit)
    if (back !== undefined) {
      deleteRange(i, back)
      i = back
    } else if (good === 1 && isContinued(segment, i, limit)) deleteRange(last, last + 1)
    good += 1
    last = i
  }
  return deleted
}

/** Whether the recording goes on from a point at a possible speed, so that the point before it may be the spike. */
function isContinued(segment: Segment, i: number, limit: number): boolean {
  const { lat } = segment
  const next = lat.findIndex((degrees, k) => k > i && !Number.isNaN(degrees))
  return next > i && isReachable(segment, [i, next], limit)
}

/** Finds the next point that can be reached from `last` after a jump to `jumped`. */
function findReturn(
  segment: Segment,
  [last, jumped]: readonly [number, number],
  limit: number,
): number | undefined {
  const { time, lat, size } = segment
  let previous = jumped
  for (let i = jumped + 1; i < Math.min(size, jumped + MAX_RUN); i++) {
    if (Number.isNaN(lat[i] ?? Number.NaN)) continue
    const seconds = ((time[i] ?? Number.NaN) - (time[last] ?? Number.NaN)) / MICROSECONDS
    if (!(seconds <= MAX_SECONDS)) return undefined
    // A slow way back would make every place reachable in time.
    if (!isReachable(segment, [previous, i], limit) && isReachable(segment, [last, i], limit))
      return i
    previous = i
  }
  return undefined
}

function isReachable(
  { time, lat, lon }: Segment,
  [from, to]: readonly [number, number],
  limit: number,
): boolean {
  const place = (i: number) => placeAt(lat[i] ?? Number.NaN, lon[i] ?? Number.NaN)
  const metres = arcLength(chordBetween(place(from), place(to)))
  const seconds = ((time[to] ?? Number.NaN) - (time[from] ?? Number.NaN)) / MICROSECONDS
  return !(metres > MIN_JUMP && metres > limit * Math.max(1, seconds || 0))
}

const isSpeedStream = ({ name, isOwn }: ExtraColumn): boolean => name === 'speed' && !isOwn

/** Corrects the recorded speeds and counted distances in place. */
function correctStreams({ time, extra = [] }: Segment, limit: number): number {
  let changed = 0
  for (const column of extra) {
    if (isSpeedStream(column)) changed += deleteOutside(column.values, [0, limit])
    if (isDistanceStream(column)) changed += flattenJumps(column.values, time, limit)
  }
  return changed
}

/** Subtracts jumps of a counted distance from all later values. Returns the number of jumps. */
function flattenJumps(values: Float32Array, time: Float64Array, limit: number): number {
  let jumps = 0
  let excess = 0
  let last = -1
  let before = Number.NaN
  for (let i = 0; i < values.length; i++) {
    const metres = values[i] ?? Number.NaN
    if (Number.isNaN(metres)) continue
    const seconds = ((time[i] ?? Number.NaN) - (time[last] ?? Number.NaN)) / MICROSECONDS
    const step = metres - before
    if (step > MIN_JUMP && step > limit * Math.max(1, seconds || 0)) {
      excess += step
      jumps += 1
    }
    before = metres
    last = i
    values[i] = metres - excess
  }
  return jumps
}
