import { METRES_PER_KM } from '@/domain/reference/lengths'
import { bestSteps, isDistanceStream } from '@/domain/tracks/metrics/best-steps'
import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { decodeExtra } from './extra-blob'
import { decodePoints } from './points-blob'

/** A stored segment, compressed, with what is needed to measure distances along it. */
export interface PackedSegment {
  readonly points: Uint8Array
  /** Its further columns; undefined or null if there are none. */
  readonly streams?: Uint8Array | null | undefined
  /** Kilometres, as its page shows them. */
  readonly distance: number
  /** Whether it was measured as `device`: splits must add up to its distance. */
  readonly isByDevice: boolean
}

/** Points, and the distances in metres of each one from the previous one. */
export interface MeasuredSegment {
  readonly points: StoredPoints
  readonly steps: Float64Array
}

/**
 * Decodes a segment, and of its further columns only the distances that the device counted.
 * @throws StreamError when a blob is truncated, damaged or of an unknown version.
 */
export function unpackSegment({ points, streams, ...measured }: PackedSegment): MeasuredSegment {
  const extra = streams ? decodeExtra(streams, isDistanceStream) : []
  return measureSteps({ ...decodePoints(points), extra }, measured)
}

/** Measures the distances along a segment, by the best data that it contains. */
export function measureSteps(
  points: StoredPoints,
  { distance, isByDevice }: Pick<PackedSegment, 'distance' | 'isByDevice'>,
): MeasuredSegment {
  // Without positions, the distance is always the one of the device.
  const isTotal = isByDevice || points.lat.every(Number.isNaN)
  const { steps } = bestSteps(points, isTotal ? distance * METRES_PER_KM : undefined)
  return { points, steps }
}
