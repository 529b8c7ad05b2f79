import type { StoredPoints } from '@/tracks/metrics/units'
import { joinCourse } from './course'
import { type Effort, findEfforts } from './efforts'
import { type Intensity, measureIntensity } from './intensity'
import { sumCourse } from './running-sums'

/** What is found in a recording when it is measured, and stored beside its points. */
export interface Analysed {
  readonly efforts: readonly Effort[]
  readonly intensity: Intensity | undefined
}

/**
 * Finds in the points of a recording, segment by segment, what is stored beside them. `steps` are the metres to each point
 * from the one before, for who has measured them already.
 */
export function analyseSegments(
  segments: readonly StoredPoints[],
  steps?: readonly Float64Array[],
): Analysed {
  const course = joinCourse(segments, steps)
  const sums = sumCourse(course)
  return { efforts: findEfforts(course, sums), intensity: measureIntensity(course, sums) }
}
