import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { joinCourse } from './course'
import { type Effort, findEfforts } from './efforts'
import { type Intensity, measureIntensity } from './intensity'
import { sumCourse } from './running-sums'

/** Results of analysing a recording, stored with its points. */
export interface SegmentAnalysis {
  readonly efforts: readonly Effort[]
  readonly intensity: Intensity | undefined
}

/**
 * Analyses the points of a recording. `steps` are the distances in metres of each point from the previous one, per
 * segment; pass them if they have already been computed.
 */
export function analyseSegments(
  segments: readonly StoredPoints[],
  steps?: readonly Float64Array[],
): SegmentAnalysis {
  const course = joinCourse(segments, steps)
  const sums = sumCourse(course)
  return { efforts: findEfforts(course, sums), intensity: measureIntensity(course, sums) }
}
