import type { DeviceLaps, DeviceTotals, Lap, SwimLength } from '@/domain/tracks/track'
import { isDrillLap, listSwimParts, type SwimPart } from './swim-parts'

/** Distance and time of a swim, without the rests at the wall. */
export interface SwimTotals {
  readonly metres: number
  readonly seconds: number
}

/**
 * Adds up the lengths of a pool, and laps without lengths for which the device recorded distance and time, such as
 * drills. Returns undefined if the device counted no lengths.
 */
export function sumLengths({ poolLength, laps }: DeviceLaps): SwimTotals | undefined {
  if (!poolLength) return undefined
  const timed = timedLengths(laps)
  if (timed.length === 0) return undefined
  const drills = laps.filter(isDrillLap)
  return {
    metres: timed.length * poolLength + sumOf(drills, ({ distance = 0 }) => distance),
    seconds: sumOf(timed, ({ elapsed = 0 }) => elapsed) + sumOf(drills, ({ timer = 0 }) => timer),
  }
}

/** Metres per second. No length is swum faster: the record over 50 m is 20.9 s, with a dive. */
const MAX_SWIMMING_SPEED = 3
/** Largest difference between the distance of the device and that of its lengths, e.g. because the athlete corrected it. */
const MAX_DIFFERENCE = 0.05

/** What replaces the totals of a device for a pool swim. */
export interface PoolSwim {
  /** Seconds swum. */
  readonly moving: number
  /** Metres per second of the fastest length. */
  readonly maxSpeed: number | null
  /** Strokes per minute; undefined if the device counted no strokes. */
  readonly strokeRate: { readonly mean: number; readonly max: number } | undefined
  /** Lengths and drills that were timed, in order; times in seconds since the Unix epoch. */
  readonly parts: readonly SwimPart[]
}

/**
 * Returns time, speed and stroke rate of the lengths of a pool. The timer of the device also runs while the swimmer
 * rests, and its samples only know where a length ended and that there are no strokes during rests. Undefined for other
 * recordings, and for lengths that do not add up to the distance of the device.
 */
export function measurePoolSwim(
  totals: DeviceTotals | undefined,
  laps: DeviceLaps | undefined,
): PoolSwim | undefined {
  const swum = laps && sumLengths(laps)
  const distance = totals?.distance ?? 0
  if (!swum || Math.abs(distance - swum.metres) > MAX_DIFFERENCE * distance) return undefined
  const timed = timedLengths(laps.laps)
  const [mean, rates] = [strokesPerMinute(timed), timed.map((each) => strokesPerMinute([each]))]
  return {
    moving: Math.min(swum.seconds, totals?.moving ?? swum.seconds),
    maxSpeed: fastestLength(timed, laps.poolLength ?? 0),
    strokeRate: mean === undefined ? undefined : { mean, max: Math.max(...rates.map(orZero)) },
    parts: listSwimParts(laps, 0).flatMap((part) => (part && part.swum > 0 ? part : [])),
  }
}

const orZero = (value: number | undefined): number => value ?? 0

/** Metres per second; null without a plausible length. The device divides the time of drills evenly. */
function fastestLength(timed: readonly SwimLength[], poolLength: number): number | null {
  const swum = timed.filter(({ stroke }) => stroke !== 'drill')
  const speeds = (swum.length > 0 ? swum : timed)
    .map(({ elapsed = 0 }) => poolLength / elapsed)
    .filter((speed) => speed <= MAX_SWIMMING_SPEED)
  return speeds.length > 0 ? Math.max(...speeds) : null
}

/** Strokes per minute over several lengths; undefined when strokes or times are unknown. */
export function strokesPerMinute(lengths: readonly SwimLength[]): number | undefined {
  const counted = lengths.filter(({ strokes = 0, elapsed = 0 }) => strokes > 0 && elapsed > 0)
  const seconds = sumOf(counted, ({ elapsed = 0 }) => elapsed)
  return seconds > 0 ? (sumOf(counted, ({ strokes = 0 }) => strokes) / seconds) * 60 : undefined
}

const timedLengths = (laps: readonly Lap[]): SwimLength[] =>
  laps.flatMap(({ lengths = [] }) =>
    lengths.filter(({ isActive, elapsed = 0 }) => isActive && elapsed > 0),
  )

const sumOf = <Item>(items: readonly Item[], read: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + read(item), 0)
