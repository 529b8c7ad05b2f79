import type { Trace } from '@/domain/analysis/placed-course'
import { crossingTime, gateAt } from './gates'
import { createPlane, distanceToPath, type PlanePath, projectPath } from './plane-path'
import { NONE, ReachedPoints } from './reached-points'
import { SampledTrack } from './sampled-track'
import type { SegmentPosition } from './segment-line'

/*
 * Decides whether a track follows the line of a segment, by the discrete Fréchet distance (Eiter and Mannila, Computing
 * discrete Fréchet distance, 1994): a person walks along the track and a dog along the segment, neither turns back, and
 * the leash is never longer than `MAX_AWAY`. It respects the direction and the order of out-and-back lines and loops,
 * which the distance to the nearest part of the line does not, and allows stops and any interval of samples.
 *
 * For each point of the segment, `starts` has the latest sample of the track from which the walk can have reached it, so
 * that one pass over the samples finds all efforts. Only the few points near the current sample are visited.
 *
 * Thresholds: receivers of watches and phones are off by 5–15 m (https://www.gps.gov/systems/gps/performance/accuracy,
 * and more next to houses). If the errors of the track and of the recording that the segment was drawn from are each
 * normal with 15 m on each axis, the distance between both has a Rayleigh distribution of 21 m, and exceeds 60 m once
 * in 60 independent samples; up to `MAX_OUTLIERS` such samples in a row are ignored. The mean distance to the line is then
 * about 17 m; `MAX_MEAN` excludes ways that run parallel within the length of the leash.
 */

/** A pass of a track over a whole segment. */
export interface SegmentEffort {
  /** Seconds since the first point of the track, interpolated where it passes the ends of the segment. */
  start: number
  end: number
}

/** Maximum mean distance in metres between track and line. */
const MAX_MEAN = 35

/** Finds all passes of a track over the line of a segment, in the direction of the line, in chronological order. */
export function findEfforts(line: readonly SegmentPosition[], trace: Trace): SegmentEffort[] {
  const plane = createPlane(line)
  const path = projectPath(plane, line)
  const track = new SampledTrack(trace, plane, path)
  const [startGate, endGate] = [gateAt(path, 'start'), gateAt(path, 'end')]
  return findWalks(path, track)
    .filter(({ first, last }) => meanDistance(path, track, { first, last }) <= MAX_MEAN)
    .map(({ first, last }) => ({
      start: crossingTime(track, { gate: startGate, at: first, isLast: true }),
      end: crossingTime(track, { gate: endGate, at: last, isLast: false }),
    }))
    .filter(({ start, end }) => end > start)
}

/** Samples at which a track leaves the start of a segment, and at which it reaches its end. */
interface Walk {
  first: number
  last: number
}

function findWalks(path: PlanePath, track: SampledTrack): Walk[] {
  const walks: Walk[] = []
  const state = new ReachedPoints(path)
  let latest = NONE
  for (let i = 0; i < track.size; i++) {
    if (track.isBroken(i)) state.clear()
    const first = state.advance(i, track.x[i] ?? 0, track.y[i] ?? 0)
    // The same pass reaches the end with each sample near it.
    if (first === NONE || first <= latest) continue
    walks.push({ first, last: i })
    latest = i
  }
  return walks
}

function meanDistance(path: PlanePath, track: SampledTrack, { first, last }: Walk): number {
  let sum = 0
  for (let i = first; i <= last; i++) sum += distanceToPath(path, track.x[i] ?? 0, track.y[i] ?? 0)
  return sum / (last - first + 1)
}
