import type { SegmentsCreationEvent } from '@/db/columns'
import type { MeasuredTrack } from './track-task'

/** One recording to read: where it is, what it is called, and how it is to be measured. */
export interface TrackRequest {
  /** Absolute path of the file. */
  path: string
  /** Name given by the client; its extension only breaks ties. */
  fileName: string
  segmentsCreationEvent: SegmentsCreationEvent
  acceptWithoutGps: boolean
  /** km/h at or below which a stretch counts as stopped. */
  stoppedSpeedThreshold: number
  useRawSpeed: boolean
  /** Whether the sport has elevation data. */
  hasElevation: boolean
}

/** Reads and measures recordings, away from the thread that answers requests. */
export interface TrackReader {
  /** @throws TrackError when the file cannot be used. */
  read: (request: TrackRequest) => Promise<MeasuredTrack>
  stop: () => void
}
