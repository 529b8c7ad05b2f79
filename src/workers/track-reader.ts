import type { SegmentsCreationEvent } from '@/db/columns'
import { TrackError, type TrackErrorKind } from '@/tracks/track-error'
import { WorkerPool } from './pool'
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

/** Longest time one file may take. */
const TIME_LIMIT = 120_000

/** A reader on a pool of worker threads inside this process. */
export function startTrackReader(): TrackReader {
  const pool = new WorkerPool<TrackRequest, MeasuredTrack>({
    // NOTE the executable keeps all entry points in one folder; so does this one.
    spawn: () => new Worker(new URL('./track-worker.ts', import.meta.url).href),
    timeLimit: TIME_LIMIT,
    lost: (reason) => new TrackError(reason === 'time' ? 'tooSlow' : 'processing'),
    failed: (kind) => new TrackError(kind as TrackErrorKind),
  })
  return { read: (request) => pool.run(request), stop: () => pool.stop() }
}
