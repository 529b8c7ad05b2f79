import type { SegmentAnalysis } from '@/domain/analysis/analyse-segments'
import type { CourseLine } from '@/domain/courses/course-line'
import type { Measurements } from '@/domain/reference/measurements'
import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import type { PackedSegment } from '@/domain/tracks/streams/packed-segment'
import type { MissingDetails, TrackErrorKind } from '@/domain/tracks/track-error'
import type { ElevationServices } from '@/policy/preferences'
import type { ElevationPlan } from '@/services/elevation/plan'
import type { MapTiles } from '@/services/maps/load-ground'
import type { SegmentsCreationEvent } from '@/store/db/schema/columns'
import type { Upload } from './upload'

/** Priority of reading a recording. */
export interface Priority {
  /** Whether all other work is done first. */
  canWait?: boolean
  /** Whether its points are analysed later, because the analysis is not needed yet. */
  isAnalysedLater?: boolean
}

/** An upload to read, and options for measuring it. */
export interface MeasuringRequest extends Upload, Priority {
  /** The owner. Users take turns. */
  userId: number
  segmentsCreationEvent: SegmentsCreationEvent
  acceptWithoutGps: boolean
  /** Whether to read the intact beginning of a truncated file. */
  acceptPartial?: boolean
  /** For a line without times: its start (microseconds since the Unix epoch) and its duration in seconds. */
  times?: { start: number; duration: number } | undefined
  /**
   * Which legs of a file to measure: all, if it has several, or those with these numbers. By default the file is read
   * as one recording.
   */
  legs?: 'all' | readonly number[] | undefined
  /** Edits to apply to the recording; only for a single leg. */
  edits?: TrackEdits | undefined
  /** `fittrackee` by default. */
  measurements?: Measurements | undefined
  /** Speed in km/h at or below which the user counts as stopped. */
  stoppedSpeedThreshold: number
  useRawSpeed: boolean
  /** Whether the sport has elevation data. */
  hasElevation: boolean
  /** The source of elevations, for sports that have elevation data. */
  elevations: ElevationPlan
}

/** An upload to read and measure, and the URLs of external services. */
export interface MeasuringJob {
  kind: 'measure'
  request: MeasuringRequest
  services: ElevationServices
}

/** A course to read from an upload, or to measure. */
export interface CourseJob {
  kind: 'course'
  /** The owner. Users take turns. */
  userId: number
  source: { upload: Upload } | { line: CourseLine }
}

/** A map image to draw from the points of a recording, compressed as they are stored. */
export interface MapJob {
  kind: 'draw'
  points: readonly Uint8Array[]
  tiles: MapTiles
}

/** A database to checkpoint, or to rewrite to reclaim the space of deleted rows. */
export interface DatabaseJob {
  kind: 'checkpoint' | 'vacuum'
  /** Path of the database. */
  file: string
}

/** Recordings to analyse: the segments of each, compressed as they are stored. */
export interface AnalysisJob {
  kind: 'analyse'
  recordings: readonly PackedRecording[]
}
export type PackedRecording = readonly PackedSegment[]

/** The analysis of a recording, or why its points cannot be used. */
export type AnalysisOutcome = { analysed: SegmentAnalysis } | { failure: string }

/** A job as it is sent to a worker. */
export type WorkerJob = MeasuringJob | CourseJob | MapJob | DatabaseJob | AnalysisJob

/** The error of a file that could not be used, as plain data, because errors cannot be sent between threads. */
export interface ReadingFailure {
  /** The only part that the client sees. */
  kind: TrackErrorKind
  /** Information with which the file could be read. */
  remedy: MissingDetails | undefined
  /** Details for the log; undefined if `kind` is sufficient. */
  detail: string | undefined
  /** Code of the system error, such as `ENOSPC`, if the file did not cause the error. */
  code?: string
}

/** A message of a worker: its state and, in the end, the result or error of the job. All messages to it are jobs. */
export type WorkerMessage =
  /** The job only waits for other servers, so its place is free. */
  | { kind: 'waits' }
  /** The job works again. */
  | { kind: 'resumes' }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; failure: unknown }
