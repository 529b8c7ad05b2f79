import type { CourseLine } from '@/domain/courses/course-line'
import type { MeasuredCourse } from '@/domain/courses/read-course'
import type { Config } from '@/lib/config/config'
import type { Log } from '@/lib/log'
import type { Clock } from '@/lib/time/clock'
import type { MeasuringRequest } from './jobs'
import { type MapDrawer, mapDrawer } from './map-drawer'
import { type PointsAnalyser, pointsAnalyser } from './points-analyser'
import type { Recording } from './recording'
import type { Upload } from './upload'
import { type JobRunner, startPools } from './worker-pools'

/** Reads and measures recordings, off the main thread. */
export interface RecordingReader {
  /** @throws TrackError when the file cannot be used, or (kind `elevations`) when an elevation service fails. */
  read: (request: MeasuringRequest) => Promise<Recording>
  /** Whether any recording is being read or waiting. */
  readonly isReading: boolean
}

/** Reads and measures courses, off the main thread. */
export interface CourseReader {
  /** @throws TrackError when the file cannot be used. */
  read: (userId: number, upload: Upload) => Promise<MeasuredCourse>
  /** @throws TrackError noSegments with fewer than two points. */
  measure: (userId: number, line: CourseLine) => Promise<MeasuredCourse>
}

/** Work that is done off the main thread. */
export interface Workers {
  recordings: RecordingReader
  courses: CourseReader
  maps: MapDrawer
  analyse: PointsAnalyser
  /** Checkpoints a database. */
  checkpoint: (file: string) => Promise<void>
  /** Rewrites a database to reclaim the space of deleted rows. */
  vacuum: (file: string) => Promise<void>
  stop: () => void
}

interface Deps {
  config: Pick<Config, 'elevation' | 'map'>
  clock: Clock
  log: Log
  /** Called when all workers have ended because there is no work. */
  emptied?: () => void
}

/** Starts worker threads in this process, and one process for large recordings. */
export const startWorkers = (deps: Deps): Workers => workersOn(startPools(deps), deps)

/** Creates the workers on any runner of jobs. */
export const workersOn = ({ run, stop }: JobRunner, deps: Deps): Workers => ({
  recordings: recordingReader(deps, run),
  courses: {
    read: (userId, upload) => run({ kind: 'course', userId, source: { upload } }),
    measure: (userId, line) => run({ kind: 'course', userId, source: { line } }),
  },
  maps: mapDrawer({ ...deps, run }),
  analyse: pointsAnalyser(run),
  checkpoint: (file) => run({ kind: 'checkpoint', file }),
  vacuum: (file) => run({ kind: 'vacuum', file }),
  stop,
})

/** Creates a reader that delegates the work to `run`. */
function recordingReader({ config, log }: Deps, run: JobRunner['run']): RecordingReader {
  let count = 0
  return {
    get isReading() {
      return count > 0
    },
    read: async (request) => {
      count += 1
      try {
        const recording = await run({ kind: 'measure', request, services: config.elevation })
        for (const warning of recording.warnings) log.warn({ file: request.name }, warning)
        return recording
      } finally {
        count -= 1
      }
    },
  }
}
