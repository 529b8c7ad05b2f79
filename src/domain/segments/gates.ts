import type { PlanePath } from './plane-path'
import { MAX_AWAY, type SampledTrack } from './sampled-track'

/** A line across a segment at one of its ends, which a track crosses. */
export interface Gate {
  readonly x: number
  readonly y: number
  /** The direction of the segment there; its length is 1. */
  readonly east: number
  readonly north: number
}

/** Metres of the segment that define its direction at an end: the first ones of a recording are often crooked. */
const REACH = 40

/** Seconds within which several crossings count as one that errors of the receiver have repeated. */
const SAME_CROSSING = 15

/** Returns the gate at an end of a segment. */
export function gateAt(path: PlanePath, end: 'start' | 'end'): Gate {
  const { size, x, y } = path
  const [at, towards] = end === 'start' ? [0, 1] : [size - 1, -1]
  const [x0, y0] = [x[at] ?? 0, y[at] ?? 0]
  let other = at + towards
  const distance = () => Math.hypot((x[other] ?? 0) - x0, (y[other] ?? 0) - y0)
  while (distance() < REACH && other + towards >= 0 && other + towards < size) other += towards
  const length = distance() || 1
  return {
    ...{ x: x0, y: y0 },
    east: (((x[other] ?? 0) - x0) / length) * towards,
    north: (((y[other] ?? 0) - y0) / length) * towards,
  }
}

/**
 * Returns when a track crosses a gate near the sample `at`: the last time of all (at the start, where people may wait
 * before they begin) or the first time. Errors of the receiver let a slow track cross several times; the middle of these
 * times is unbiased, the first or last one is not. A track that begins or ends there crosses it at its nearest sample.
 */
export function crossingTime(
  track: SampledTrack,
  { gate, at, isLast }: { gate: Gate; at: number; isLast: boolean },
): number {
  const { from, to } = rangeNear(track, gate, at)
  const times: number[] = []
  for (let i = from; i < to; i++) {
    const [before, after] = [progressAt(track, gate, i), progressAt(track, gate, i + 1)]
    if (!(before < 0 && after >= 0)) continue
    const [start, end] = [track.seconds[i] ?? 0, track.seconds[i + 1] ?? 0]
    times.push(start + ((end - start) * before) / (before - after))
  }
  const chosen = times.at(isLast ? -1 : 0)
  if (chosen === undefined) return track.seconds[nearestTo(track, gate, { from, to })] ?? 0
  const same = times.filter((time) => Math.abs(time - chosen) <= SAME_CROSSING)
  return ((same[0] ?? chosen) + (same.at(-1) ?? chosen)) / 2
}

/** The connected samples around one that are near a gate, and one more on each side. */
function rangeNear(track: SampledTrack, gate: Gate, at: number): { from: number; to: number } {
  const isNear = (i: number) => distanceTo(track, gate, i) <= MAX_AWAY
  let [from, to] = [at, at]
  while (from > 0 && !track.isBroken(from) && isNear(from)) from -= 1
  while (to + 1 < track.size && !track.isBroken(to + 1) && isNear(to)) to += 1
  return { from, to }
}

/** Metres behind a gate; negative before it. */
const progressAt = ({ x, y }: SampledTrack, gate: Gate, i: number): number =>
  ((x[i] ?? 0) - gate.x) * gate.east + ((y[i] ?? 0) - gate.y) * gate.north

const distanceTo = ({ x, y }: SampledTrack, gate: Gate, i: number): number =>
  Math.hypot((x[i] ?? 0) - gate.x, (y[i] ?? 0) - gate.y)

function nearestTo(
  track: SampledTrack,
  gate: Gate,
  { from, to }: { from: number; to: number },
): number {
  let nearest = from
  for (let i = from; i <= to; i++)
    if (distanceTo(track, gate, i) < distanceTo(track, gate, nearest)) nearest = i
  return nearest
}
