import { joinCourse } from '@/analysis/course'
import { type Effort, findEfforts } from '@/analysis/efforts'
import { decodePoints } from '@/tracks/streams/points-blob'

/** The efforts in stored points, which are the same as those in their recording. */
export const effortsInPoints = (segments: readonly { points: Uint8Array }[]): Effort[] =>
  findEfforts(joinCourse(segments.map(({ points }) => decodePoints(points))))
