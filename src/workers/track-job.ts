import type { Analysed } from '@/analysis/analysed'
import type { ElevationSource, SegmentsCreationEvent } from '@/db/columns'
import type { ElevationPlan } from '@/elevation/plan'
import type { MapTiles } from '@/maps/map-image'
import type { ElevationServices } from '@/policy/preferences'
import type { LinePiece } from '@/tracks/geometry/pieces'
import type { Metrics } from '@/tracks/metrics/metrics'
import type { TrackSummary } from '@/tracks/metrics/summary'
import type { TrackWarning } from '@/tracks/track'
import type { Remedy, TrackErrorKind } from '@/tracks/track-error'
import type { RecordingForm } from './recording-form'

/** How much somebody waits for a recording. */
export interface Urgency {
  /** Whether all other work goes first. */
  canWait?: boolean
  /** Whether so many more are to come that every worker is worth being started for them. */
  isOfMany?: boolean
  /** Whether its points are analysed later: nobody has asked for what is found in them. */
  isAnalysedLater?: boolean
}

/** One recording to read: where it is, what it is called, and how it is to be measured. */
export interface TrackRequest extends Urgency {
  /** Absolute path of the file; nothing is there yet when the recording is still in an archive. */
  path: string
  form: RecordingForm
  /** Name given by the client; its extension only breaks ties. */
  fileName: string
  segmentsCreationEvent: SegmentsCreationEvent
  acceptWithoutGps: boolean
  /** Whether the part that is there of a file that ends in the middle is read. */
  acceptPartial?: boolean
  /** For a line without times: when it was begun (microseconds since the Unix epoch), and its seconds. */
  times?: { start: number; duration: number } | undefined
  /** km/h at or below which a stretch counts as stopped. */
  stoppedSpeedThreshold: number
  useRawSpeed: boolean
  /** Whether the sport has elevation data. */
  hasElevation: boolean
  /** Where elevations come from, for sports that have any. */
  elevations: ElevationPlan
}

/** A recording to read, and where outside services are. */
export interface TrackJob {
  kind: 'measure'
  request: TrackRequest
  services: ElevationServices
}

/** A map image to draw of the points of a recording, compressed as they are stored. */
export interface MapJob {
  kind: 'draw'
  points: readonly Uint8Array[]
  tiles: MapTiles
}

/** The log of a database to be written into it. */
export interface CheckpointJob {
  kind: 'checkpoint'
  /** Path of the database. */
  file: string
}

/** Files, by their paths, to be evicted from the memory of the system. */
export interface EvictionJob {
  kind: 'evict'
  paths: readonly string[]
}

/** Recordings to analyse: the points of the segments of each, compressed as they are stored. */
export interface AnalysisJob {
  kind: 'analyse'
  recordings: readonly StoredRecording[]
}
export type StoredRecording = readonly Uint8Array[]

/** What was found in a recording, or why its points cannot be used. */
export type AnalysisOutcome = { analysed: Analysed } | { failure: string }

/** What a worker is sent. */
export type WorkerJob = TrackJob | MapJob | CheckpointJob | EvictionJob | AnalysisJob

/** A segment ready to be stored. */
export interface MeasuredSegment {
  /** Microseconds since the Unix epoch. */
  startedAt: number
  metrics: Metrics
  pointCount: number
  /** Recorded points, compressed. */
  points: Uint8Array
  /** What else its points have, compressed; undefined without any. */
  streams: Uint8Array | undefined
  /** Its line, for searches by place; none without positions. */
  pieces: LinePiece[]
}

/** Where and when (milliseconds since the Unix epoch). */
interface TrackEnd {
  lat: number
  lon: number
  at: number
}

/** A recording ready to be stored. */
export interface MeasuredTrack extends Omit<TrackSummary, 'segments'> {
  name: string | null
  description: string | null
  source: string | null
  /** SHA-256 of the file, hexadecimal. */
  hash: string
  /** What the file calls the sport, in the words of its format. */
  sport: string | null
  /** What was passed over so that it could be read. */
  passedOver: readonly TrackWarning[]
  withGps: boolean
  segments: MeasuredSegment[]
  /** What was found in its points; undefined where they are analysed later. */
  analysed: Analysed | undefined
  /** Laps of the device as JSON, which is how they are stored. */
  laps: string | null
  elevationSource: ElevationSource
  /** First and last point; null unless both have a time and a position. */
  ends: { start: TrackEnd; end: TrackEnd } | null
  /** By which its map image is known: the same for the same line, hexadecimal; null without positions. */
  mapId: string | null
  /** What went wrong without making the recording useless, for the log. */
  warnings: string[]
}

/** What a worker says of a file it could not use: errors themselves do not cross the threads. */
export interface TrackFailure {
  /** All that the client is told. */
  kind: TrackErrorKind
  /** What would let the file be read after all. */
  remedy: Remedy | undefined
  /** For the log; undefined when the kind says it all. */
  detail: string | undefined
  /** What the system said, such as `ENOSPC`, where it is at fault and not the file. */
  code?: string
}

/** What a worker says: what it is doing, and in the end the value, or what its code threw. */
export type WorkerMessage =
  /** All there is to do is to wait for other servers, so its place is free. */
  | { kind: 'waits' }
  /** It wants to go on. */
  | { kind: 'ready' }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; failure: unknown }

/** The pool's answer to `ready`, as soon as there is a place again; everything else it sends is a job. */
export const GO_ON = 'go on'
export type GoOn = typeof GO_ON
