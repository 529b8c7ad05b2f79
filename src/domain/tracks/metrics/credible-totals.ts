import type { DeviceTotals } from '@/domain/tracks/track'
import type { Climbs } from './elevation'

/**
 * What a recording itself says, to compare the totals of the device with. Times are in seconds, lengths in metres,
 * speeds in metres per second.
 */
export interface Evidence {
  /** Between the first and the last point. */
  readonly span: number
  /** Sum of the distances along all segments, and whether the device recorded most of them with its samples. */
  readonly distance: number
  readonly isCounted: boolean
  /** Last distance that the samples count up to, credible or not; null without samples. */
  readonly counted: number | null
  /** Straight distance between the corners of the box around the track; 0 without positions. */
  readonly extent: number
  /** Whether most points have a position. */
  readonly hasPositions: boolean
  /** Largest rise and fall, and sum of all unsmoothed rises and falls; null without elevations. */
  readonly largest: Climbs | null
  readonly all: Climbs | null
  /** Fastest `PEAK_SECONDS` and fastest minute; null for shorter recordings. */
  readonly peak: number | null
  readonly fastestMinute: number | null
}

/** The totals that are credible; all others are null. */
export type CredibleTotals = Readonly<
  Record<'duration' | 'moving' | 'distance' | 'maxSpeed' | keyof Climbs, number | null>
>

/** Metres per second. Nothing with a recording device is faster on average, or climbs or falls faster. */
const [MAX_MEAN_SPEED, MAX_VERTICAL_SPEED] = [100, 10]
const DAY = 86_400

/** Returns the totals of the device without those that its own recording contradicts. */
export function credibleTotals(
  device: DeviceTotals | undefined,
  evidence: Evidence,
): CredibleTotals {
  const duration = credibleDuration(device, evidence)
  const longest = duration ?? evidence.span
  const moving = credibleTimer(device, longest)
  const seconds = moving ?? longest
  const distance = credibleDistance(device, evidence, seconds)
  const meanSpeed = seconds > 0 ? (distance ?? evidence.distance) / seconds : 0
  return {
    ...{ duration, moving, distance },
    maxSpeed: credibleSpeed(device, evidence, meanSpeed),
    ascent: credibleClimb('ascent', device, { ...evidence, seconds: longest }),
    descent: credibleClimb('descent', device, { ...evidence, seconds: longest }),
  }
}

/** Devices count whole seconds or stop a moment after the last sample. */
const isAtMost = (seconds: number, limit: number): boolean => seconds <= 1.01 * limit + 2

/**
 * The elapsed time cannot be shorter than the timer, which some apps swap, and is not more than twice the time between
 * the samples and a day longer.
 */
function credibleDuration(device: DeviceTotals | undefined, { span }: Evidence): number | null {
  const elapsed = device?.duration ?? 0
  if (!(elapsed > 0) || !isAtMost(device?.moving ?? 0, elapsed)) return null
  return elapsed > 2 * span && elapsed > span + DAY ? null : elapsed
}

/** The timer cannot run longer than the recording took. */
function credibleTimer(device: DeviceTotals | undefined, longest: number): number | null {
  const timer = device?.moving ?? 0
  return timer > 0 && isAtMost(timer, longest) ? timer : null
}

/** Allowed difference from the distance that the samples counted. */
const [COUNTED_SHARE, COUNTED_METRES] = [0.1, 100]
/** Allowed ratios to the length of the track, and the length from which a track can be compared. */
const [MIN_RATIO, MAX_RATIO, COMPARABLE] = [0.75, 1.3, 500]

/**
 * A distance must agree with the samples of the device and not be too short to reach all positions, or else agree with
 * the track. A recording that has neither, or hardly moves, such as one on a trainer, has only the device's word.
 */
function credibleDistance(
  device: DeviceTotals | undefined,
  { distance, isCounted, counted, extent, hasPositions }: Evidence,
  seconds: number,
): number | null {
  const total = device?.distance ?? 0
  if (!(total > 0) || total > MAX_MEAN_SPEED * seconds) return null
  const agreesWith = (metres: number) =>
    Math.abs(total - metres) <= COUNTED_SHARE * metres + COUNTED_METRES
  if (isCounted && agreesWith(distance)) return total
  if (counted !== null && agreesWith(counted) && total >= MIN_RATIO * extent) return total
  if (isCounted) return null
  if (!hasPositions || distance < COMPARABLE) return total
  return total >= MIN_RATIO * distance && total <= MAX_RATIO * distance ? total : null
}

/** Multiple of the fastest `PEAK_SECONDS` that a maximum can be: it is the speed of a moment. */
const MAX_PEAK_RATIO = 2

/** A maximum is neither below the mean speed nor below the fastest minute, nor far above the fastest seconds. */
function credibleSpeed(
  device: DeviceTotals | undefined,
  { peak, fastestMinute }: Evidence,
  meanSpeed: number,
): number | null {
  const speed = device?.maxSpeed ?? 0
  if (!(speed > 0) || speed < meanSpeed || speed < (fastestMinute ?? 0)) return null
  return peak !== null && peak > 0 && speed > MAX_PEAK_RATIO * peak ? null : speed
}

/** Allowed ratios and metres of an ascent: at least half of the largest rise, at most all rises and half of that. */
const [LEAST_CLIMB, ALL_CLIMBS, CLIMB_METRES] = [0.5, 1.5, 20]

/** Whether anything could climb or fall so many metres. True for recordings without a duration. */
export const isCredibleClimb = (metres: number, seconds: number): boolean =>
  seconds <= 0 || metres <= MAX_VERTICAL_SPEED * seconds

/** Barometers and positions may differ by some metres, and sparse samples miss small rises. */
function credibleClimb(
  figure: keyof Climbs,
  device: DeviceTotals | undefined,
  { largest, all, seconds }: Evidence & { seconds: number },
): number | null {
  const metres = device?.[figure] ?? null
  if (metres === null || metres < 0 || !isCredibleClimb(metres, seconds)) return null
  if (largest === null || all === null) return metres
  const isEnough = metres >= LEAST_CLIMB * largest[figure] - CLIMB_METRES
  return isEnough && metres <= ALL_CLIMBS * all[figure] + CLIMB_METRES ? metres : null
}
