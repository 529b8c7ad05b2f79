import type { MeasuredSegment } from '@/domain/tracks/streams/packed-segment'
import { joinCourse } from './course'
import { type Effort, findEfforts } from './efforts'
import { type Intensity, measureIntensity } from './intensity'
import { sumCourse } from './running-sums'

/** Results of analysing a recording, stored with its points. */
export interface SegmentAnalysis {
  readonly efforts: readonly Effort[]
  readonly intensity: Intensity | undefined
}

/** Analyses the points of a recording. */
export function analyseSegments(segments: readonly MeasuredSegment[]): SegmentAnalysis {
  const course = joinMeasured(segments)
  const sums = sumCourse(course)
  return { efforts: findEfforts(course, sums), intensity: measureIntensity(course, sums) }
}

/** Joins the segments of a recording whose distances have been measured. */
export const joinMeasured = (segments: readonly MeasuredSegment[]) =>
  joinCourse(
    segments.map(({ points }) => points),
    segments.map(({ steps }) => steps),
  )
