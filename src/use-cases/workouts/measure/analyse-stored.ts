import { analyseSegments, type SegmentAnalysis } from '@/domain/analysis/analyse-segments'
import { decodePoints } from '@/domain/tracks/streams/points-blob'

/** Analyses stored points. The results are the same as for the original recording. */
export const analyseStored = (segments: readonly { points: Uint8Array }[]): SegmentAnalysis =>
  analyseSegments(segments.map(({ points }) => decodePoints(points)))
