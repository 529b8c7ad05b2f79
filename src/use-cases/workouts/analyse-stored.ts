import { type Analysed, analyseSegments } from '@/analysis/analysed'
import { decodePoints } from '@/tracks/streams/points-blob'

/** What is found in stored points, which is the same as in their recording. */
export const analyseStored = (segments: readonly { points: Uint8Array }[]): Analysed =>
  analyseSegments(segments.map(({ points }) => decodePoints(points)))
