import type { Segment } from '@/domain/tracks/track'
import { geodesicSteps, spreadOver } from './geodesic'
import { MICROSECONDS } from './units'

/** Where the distances along a segment come from. */
export type StepSource = 'device' | 'track'

/** The metres from each point's predecessor; 0 for the first point. */
export interface BestSteps {
  readonly steps: Float64Array
  readonly source: StepSource
}

/** The extra column with the metres that the device has counted since the start of the recording. */
export const isDistanceStream = ({ name, isOwn }: { name: string; isOwn: boolean }): boolean =>
  name === 'distance' && !isOwn

/** Largest difference in length for which the steps are scaled to a known total, as a share of the total. */
const MAX_SCALING = 0.1

/**
 * Returns the distances along a segment by the best data: the samples of the device (wheel, foot pod, distance kept
 * through tunnels and lost signals) where they are credible, otherwise the geodesic over ground. Elevation never
 * counts, because its errors would add up. Steps that differ from `total`, the length of the segment in metres if it is
 * known otherwise, by up to a tenth are all scaled to add up to it.
 */
export function bestSteps(segment: Segment, total?: number | null): BestSteps {
  const ground = geodesicSteps(segment)
  const counted = countedSteps(segment, ground)
  const steps = counted ?? ground
  scaleTo(steps, total ?? 0)
  return { steps, source: counted ? 'device' : 'track' }
}

function scaleTo(steps: Float64Array, total: number): void {
  const sum = sumOf(steps)
  if (sum <= 0 || sum === total || Math.abs(sum - total) > MAX_SCALING * total) return
  const factor = total / sum
  for (let i = 0; i < steps.length; i++) steps[i] = (steps[i] ?? 0) * factor
}

/** Samples must reach over this share of the time of the segment. */
const MIN_COVERAGE = 0.9
/** Share of the samples that may be lower than the previous one. */
const MAX_DECREASES = 0.01
/** Metres per second. No counted distance is faster on average. */
const MAX_MEAN_SPEED = 70
/**
 * Bounds of the counted distance relative to the track: at least this share of the track without its detours of less
 * than `DETOUR` metres (position errors only lengthen a track), and at most this multiple of the whole track. They only
 * apply to tracks longer than `COMPARABLE`: on a trainer or treadmill the track has no length.
 */
const [MIN_RATIO, MAX_RATIO] = [0.75, 1.3]
const DETOUR = 50
const COMPARABLE = 500
/**
 * Metres per second in motion above which the track is doubted instead: virtual rides, and phones with bad reception,
 * move through places at any speed.
 */
const MAX_TRACK_SPEED = 30

/** Returns the steps that the device counted; undefined without samples, or if they are not credible. */
function countedSteps(segment: Segment, ground: Float64Array): Float64Array | undefined {
  const samples = segment.extra?.find(isDistanceStream)?.values
  const known = samples ? knownSamples(samples) : []
  if (!samples || !isLongEnough(segment, known)) return undefined
  const { steps, decreases } = stepsBetween(segment, samples, { known, ground })
  const isInOrder = decreases <= MAX_DECREASES * known.length
  return isInOrder && isPlausible(segment, steps, ground) ? steps : undefined
}

function knownSamples(samples: Float32Array): number[] {
  const known: number[] = []
  for (let i = 0; i < samples.length; i++) if (Number.isFinite(samples[i])) known.push(i)
  return known
}

/**
 * Returns the steps between the `known` samples, before the first and after the last one those over `ground`, and the
 * number of samples that are lower than the previous one.
 */
function stepsBetween(
  segment: Segment,
  samples: Float32Array,
  { known, ground }: { known: readonly number[]; ground: Float64Array },
): { steps: Float64Array; decreases: number } {
  const steps = ground.slice()
  let decreases = 0
  let last = known[0] ?? 0
  // The point at which the distance last changed.
  let changed = last
  for (const i of known.slice(1)) {
    const grown = (samples[i] ?? 0) - (samples[last] ?? 0)
    const isJump = grown >= LENGTH && isHeld(segment, [changed, last, i])
    spreadOver(steps, segment.time, [isJump ? changed : last, i], Math.max(0, grown))
    if (grown < 0) decreases += 1
    if (grown !== 0) changed = i
    last = i
  }
  return { steps, decreases }
}

/** Metres. Devices in a pool add the distance of a whole length at its end. */
const LENGTH = 10
/** Seconds. */
const [MIN_HELD, MAX_JUMP_TIME] = [5, 2]

/**
 * Returns whether a distance was held for some time, from point `changed` to point `last`, and then grew at once, up to
 * point `i`.
 */
function isHeld({ time }: Segment, [changed, last, i]: [number, number, number]): boolean {
  const at = (point: number) => (time[point] ?? Number.NaN) / MICROSECONDS
  return at(last) - at(changed) >= MIN_HELD && at(i) - at(last) <= MAX_JUMP_TIME
}

/** Returns whether the samples reach over most of the segment. */
function isLongEnough({ time, size }: Segment, known: readonly number[]): boolean {
  const [first = 0, last = 0] = [known[0], known.at(-1)]
  if (first === last) return false
  const between = (from: number, to: number) =>
    (time[to] ?? Number.NaN) - (time[from] ?? Number.NaN)
  const whole = between(0, size - 1)
  // Without times, count points.
  if (!(whole > 0)) return last - first >= MIN_COVERAGE * (size - 1)
  return between(first, last) >= MIN_COVERAGE * whole
}

function isPlausible(segment: Segment, steps: Float64Array, ground: Float64Array): boolean {
  const counted = sumOf(steps)
  const { time, size } = segment
  const seconds = ((time[size - 1] ?? Number.NaN) - (time[0] ?? Number.NaN)) / MICROSECONDS
  if (counted > MAX_MEAN_SPEED * seconds) return false
  const track = sumOf(ground)
  const straight = straightLength(segment)
  if (counted <= 0) return straight < DETOUR
  if (straight < COMPARABLE) return true
  const isDoubtful = isFasterThan(MAX_TRACK_SPEED, ground, time) && counted > COMPARABLE
  if (isDoubtful && counted < track) return true
  const isShort = counted < MIN_RATIO * straight
  // Where the signal was lost, the track is a straight line instead of the way.
  return !isShort && (counted <= MAX_RATIO * track || hasGaps(segment))
}

/** Returns whether a track is faster than `limit` metres per second, over the time in which it moves. */
function isFasterThan(limit: number, ground: Float64Array, time: Float64Array): boolean {
  let [metres, seconds] = [0, 0]
  for (let i = 1; i < ground.length; i++) {
    const elapsed = ((time[i] ?? 0) - (time[i - 1] ?? 0)) / MICROSECONDS
    if (!(elapsed > 0) || ground[i] === 0) continue
    metres += ground[i] ?? 0
    seconds += elapsed
  }
  return metres > limit * seconds
}

/** Returns whether more than a twentieth of the points have no position. */
function hasGaps({ lat, size }: Segment): boolean {
  let missing = 0
  for (let i = 0; i < size; i++) if (Number.isNaN(lat[i] ?? Number.NaN)) missing += 1
  return missing * 20 > size
}

/** Length in metres of the line through points that are at least `DETOUR` metres apart. */
function straightLength({ size, time, lat, lon }: Segment): number {
  let sum = 0
  let kept = -1
  const pair = { lat: new Float64Array(2), lon: new Float64Array(2), time: time.subarray(0, 2) }
  for (let i = 0; i < size; i++) {
    if (Number.isNaN((lat[i] ?? Number.NaN) + (lon[i] ?? Number.NaN))) continue
    if (kept === -1) kept = i
    pair.lat.set([lat[kept] ?? 0, lat[i] ?? 0])
    pair.lon.set([lon[kept] ?? 0, lon[i] ?? 0])
    const length = geodesicSteps({ ...pair, size: 2 })[1] ?? 0
    if (length < DETOUR) continue
    sum += length
    kept = i
  }
  return sum
}

function sumOf(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0
  return sum
}
