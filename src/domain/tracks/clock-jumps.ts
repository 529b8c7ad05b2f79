import { MICROSECONDS } from './formats/text/time-text'
import type { Segment, Track } from './track'

const SECONDS_PER_DAY = 86_400
/** A smaller gap can be a pause, such as a night between two stages. */
const MIN_JUMP = SECONDS_PER_DAY * MICROSECONDS
/** Without totals of the device, a longer gap is taken for a jump of the clock. */
const MIN_JUMP_WITHOUT_TOTALS = 30 * MIN_JUMP
/** Difference from the totals of the device that rounding and late records explain, in seconds. */
const TOLERANCE = 3600

/** Where the time between two consecutive points is implausible. */
interface Jump {
  /** Numbers of the segment and of the point in it, after the jump. */
  readonly segment: number
  readonly point: number
  /** Microseconds; negative when the clock went back. */
  readonly step: number
}

/**
 * Counts jumps of the device's clock: gaps that are longer than the device was on, and steps back within a segment. With
 * `repairs`, moves the times on the side of a jump that has fewer points, so that the recording lasts as long as the
 * device says. Changes the times in place.
 */
export function countClockJumps(track: Track, repairs: boolean): number {
  const { segments } = track
  const elapsed = elapsedSeconds(track)
  let jumps = 0
  for (const jump of findJumps(segments, elapsed === null)) {
    const excess = elapsed === null ? 0 : secondsOf(segments) - elapsed
    if (jump.step > 0 && elapsed !== null && excess < TOLERANCE) continue
    jumps += 1
    if (!repairs) continue
    if (jump.step < 0) moveSmallerSide(segments, jump, MICROSECONDS - jump.step)
    else if (elapsed !== null)
      moveSmallerSide(segments, jump, -Math.min(excess * MICROSECONDS, jump.step - MICROSECONDS))
  }
  return jumps
}

/** Seconds that the device says; null when unknown. */
function elapsedSeconds({ device, withoutGps }: Track): number | null {
  const seconds = (device ?? withoutGps)?.duration ?? null
  return seconds !== null && seconds > 0 ? seconds : null
}

function findJumps(segments: readonly Segment[], isStrict: boolean): Jump[] {
  const least = isStrict ? MIN_JUMP_WITHOUT_TOTALS : MIN_JUMP
  const jumps: Jump[] = []
  let last = Number.NaN
  for (const [segment, { time, size }] of segments.entries()) {
    for (let point = 0; point < size; point++) {
      const instant = time[point] ?? Number.NaN
      if (Number.isNaN(instant)) continue
      const step = instant - last
      if (isJump(step, point, least)) jumps.push({ segment, point, step })
      if (jumps.length === MAX_JUMPS) return jumps
      last = instant
    }
  }
  return jumps
}

/** Files may list their segments in any order, so only a step back within a segment is a jump. */
const isJump = (step: number, point: number, least: number) =>
  step >= least || (step <= -MIN_JUMP && point > 0)

/** Maximum jumps to look at. The times of a file with more of them are meaningless. */
const MAX_JUMPS = 50

/** Seconds between the first and the last point that have a time. */
function secondsOf(segments: readonly Segment[]): number {
  let first = Number.NaN
  let last = Number.NaN
  for (const { time } of segments) {
    for (const instant of time) {
      if (!(instant >= first)) first = instant
      if (!(instant <= last)) last = instant
    }
  }
  return (last - first) / MICROSECONDS
}

/** Changes the length of a jump by `change` microseconds: the points after it move by this, or those before it back. */
function moveSmallerSide(segments: readonly Segment[], jump: Jump, change: number): void {
  const sizes = segments.map(({ size }, index) => {
    if (index !== jump.segment) return index < jump.segment ? size : 0
    return jump.point
  })
  const before = sizes.reduce((sum, size) => sum + size, 0)
  const total = segments.reduce((sum, { size }) => sum + size, 0)
  const movesEarlier = before < total - before
  for (const [index, { time, size }] of segments.entries()) {
    const border = sizes[index] ?? 0
    const [start, end] = movesEarlier ? [0, border] : [border, size]
    for (let i = start; i < end; i++)
      time[i] = (time[i] ?? Number.NaN) + (movesEarlier ? -change : change)
  }
}
