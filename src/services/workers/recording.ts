import type { SegmentAnalysis } from '@/domain/analysis/analyse-segments'
import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import type { LinePiece } from '@/domain/tracks/geometry/pieces'
import type { Metrics } from '@/domain/tracks/metrics/metrics'
import type { TrackSummary } from '@/domain/tracks/metrics/summary'
import type { TrackWarning } from '@/domain/tracks/track'
import type { ElevationSource } from '@/store/db/schema/columns'

/** A segment ready to be stored. */
export interface RecordingSegment {
  /** Microseconds since the Unix epoch. */
  startedAt: number
  metrics: Metrics
  pointCount: number
  /** Recorded points, compressed. */
  points: Uint8Array
  /** Further data of its points, compressed; undefined if there is none. */
  streams: Uint8Array | undefined
  /** Its line, for searches by place; empty without positions. */
  pieces: LinePiece[]
}

/** A position and a time (milliseconds since the Unix epoch). */
interface TrackEnd {
  lat: number
  lon: number
  at: number
}

/** What an upload contains, parsed and measured, ready to be stored as a workout. */
export interface Recording extends Omit<TrackSummary, 'segments'> {
  name: string | null
  description: string | null
  source: string | null
  /** SHA-256 of the file, hexadecimal. */
  hash: string
  /** The sport's name in the file, as its format defines it. */
  sport: string | null
  /** Warnings about parts of the file that were skipped. */
  passedOver: readonly TrackWarning[]
  withGps: boolean
  segments: RecordingSegment[]
  /** The analysis of its points; undefined if it is deferred. */
  analysed: SegmentAnalysis | undefined
  /** The explorer tiles that it passes, encoded; undefined without any. */
  tiles: Uint8Array | undefined
  /** Laps of the device as JSON, as they are stored. */
  laps: string | null
  elevationSource: ElevationSource
  /** First and last point; null unless both have a time and a position. */
  ends: { start: TrackEnd; end: TrackEnd } | null
  /** Identifies its map image: a hash of the line, hexadecimal; null without positions. */
  mapId: string | null
  /** Warnings for the log about problems that did not prevent reading. */
  warnings: string[]
  /** Number of the leg, from 1; null for the recording of a whole file. */
  leg: number | null
  /** Whether it is the change between two sports. */
  isTransition: boolean
  /** The edits that were applied; null without any. */
  edits: TrackEdits | null
  /** The number of points or values that each edit removed. */
  removedByEdit: readonly number[]
  /** The other requested legs of the file, in order; only of the first one. */
  further: readonly Recording[]
}
