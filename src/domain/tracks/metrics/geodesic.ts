import type { Segment } from '@/domain/tracks/track'
import { arcLength, chordBetween, type Place, placeAt } from './earth'

/** The columns that geodesic distances depend on. */
type TimedPositions = Pick<Segment, 'size' | 'time' | 'lat' | 'lon'>

/**
 * Returns the metres over ground from each point's predecessor, 0 for the first point: the length of the geodesic on
 * the WGS 84 ellipsoid, without elevation. It is computed from the straight distance between the two places on the
 * ellipsoid, bent to the mean radius, which differs from the geodesic by less than a millimetre up to 10 km. Points
 * without a position lie on the straight line between their neighbours with one, in proportion to time; before the
 * first and after the last position nothing is travelled.
 */
export function geodesicSteps({ size, time, lat, lon }: TimedPositions): Float64Array {
  const steps = new Float64Array(size)
  let known = -1
  let before: Place | undefined
  for (let i = 0; i < size; i++) {
    const latitude = lat[i] ?? Number.NaN
    const longitude = lon[i] ?? Number.NaN
    if (Number.isNaN(latitude + longitude)) continue
    const place = placeAt(latitude, longitude)
    if (before) spreadOver(steps, time, [known, i], arcLength(chordBetween(before, place)))
    before = place
    known = i
  }
  return steps
}

/**
 * Distributes `metres` over the steps after point `from` up to point `to`, in proportion to the time that each step
 * takes, or equally where the times are missing or not in order.
 */
export function spreadOver(
  steps: Float64Array,
  time: Float64Array,
  [from, to]: [from: number, to: number],
  metres: number,
): void {
  if (to === from + 1) {
    steps[to] = metres
    return
  }
  const whole = (time[to] ?? Number.NaN) - (time[from] ?? Number.NaN)
  let inOrder = whole > 0
  for (let i = from + 1; i <= to && inOrder; i++)
    inOrder = (time[i] ?? Number.NaN) >= (time[i - 1] ?? Number.NaN)
  for (let i = from + 1; i <= to; i++) {
    const share = inOrder ? ((time[i] ?? 0) - (time[i - 1] ?? 0)) / whole : 1 / (to - from)
    steps[i] = metres * share
  }
}
