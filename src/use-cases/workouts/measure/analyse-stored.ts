import { analyseSegments, type SegmentAnalysis } from '@/domain/analysis/analyse-segments'
import { type PackedSegment, unpackSegment } from '@/domain/tracks/streams/packed-segment'

/** Analyses stored points. The results are the same as for the original recording. */
export const analyseStored = (segments: readonly PackedSegment[]): SegmentAnalysis =>
  analyseSegments(segments.map(unpackSegment))
