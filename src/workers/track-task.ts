import { readFile } from 'node:fs/promises'
import { type LinePiece, linePieces } from '@/tracks/geometry/pieces'
import type { Metrics } from '@/tracks/metrics/metrics'
import { summarise, type TrackSummary } from '@/tracks/metrics/summary'
import { readTrack } from '@/tracks/read'
import { encodePoints } from '@/tracks/streams/points-blob'
import type { TrackRequest } from './track-reader'

/** A segment ready to be stored. */
export interface MeasuredSegment {
  /** Microseconds since the Unix epoch. */
  startedAt: number
  metrics: Metrics
  pointCount: number
  /** Recorded points, compressed. */
  points: Uint8Array
  /** Its line, for searches by place; none without positions. */
  pieces: LinePiece[]
}

/** A recording ready to be stored. */
export interface MeasuredTrack extends Omit<TrackSummary, 'segments'> {
  name: string | null
  description: string | null
  source: string | null
  withGps: boolean
  segments: MeasuredSegment[]
}

/**
 * Reads and measures one recording; everything that costs time in an upload happens here.
 *
 * @throws TrackError when the file cannot be used.
 */
export async function measureTrack(request: TrackRequest): Promise<MeasuredTrack> {
  const bytes = await readFile(request.path)
  const track = await readTrack(request.fileName, bytes, request)
  const { segments, ...summary } = summarise(track, request)
  const withGps = track.withoutGps === undefined
  return {
    ...summary,
    name: track.name,
    description: track.description,
    source: track.source,
    withGps,
    segments: segments.map(({ startedAt, metrics, points }) => ({
      startedAt,
      metrics,
      pointCount: points.size,
      points: encodePoints(points),
      pieces: withGps ? linePieces(points) : [],
    })),
  }
}
