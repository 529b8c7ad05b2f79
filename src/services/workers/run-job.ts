import { type MeasuredCourse, measureLine, readCourse } from '@/domain/courses/read-course'
import { placedLine } from '@/domain/tracks/geometry/placed-line'
import { decodePositions } from '@/domain/tracks/streams/points-blob'
import type { OutgoingAccess } from '@/lib/network/outgoing'
import { drawMapImage, type MapImage } from '@/services/maps/map-image'
import { checkpointFile } from '@/store/db/connections/checkpoint-file'
import { vacuumFile } from '@/store/db/connections/vacuum-file'
import type { AnalysisOutcome, CourseJob, MapJob, WorkerJob } from './jobs'
import { type JobDeps, measureUpload } from './measure-upload'
import { analyseRecordings } from './points-analyser'
import { SystemError, takeIn } from './read-recording'
import type { Recording } from './recording'

/** The result of each kind of job. */
interface Values {
  measure: Recording
  course: MeasuredCourse
  draw: MapImage | undefined
  checkpoint: undefined
  vacuum: undefined
  analyse: AnalysisOutcome[]
}
export type JobValue<Job extends WorkerJob> = Values[Job['kind']]

/**
 * Runs a job on this thread. @throws TrackError for recordings, as `measureTrack` does, and an error for damaged points
 * of a map.
 */
export async function runJob<Job extends WorkerJob>(
  job: Job,
  outside: JobDeps,
): Promise<JobValue<Job>> {
  return (await start(job, outside)) as JobValue<Job>
}

function start(
  job: WorkerJob,
  outside: JobDeps,
): Promise<Values[keyof Values]> | MeasuredCourse | AnalysisOutcome[] | undefined {
  if (job.kind === 'draw') return drawMap(job, outside)
  if (job.kind === 'measure') return measureUpload(job, outside)
  if (job.kind === 'course') return measureCourse(job, outside)
  if (job.kind === 'analyse') return analyseRecordings(job.recordings)
  if (job.kind === 'vacuum') keepingCode(() => vacuumFile(job.file))
  else keepingCode(() => checkpointFile(job.file))
  return undefined
}

/** Preserves the code of SQLite errors, by which the main thread recognises a failed fsync. */
function keepingCode(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw error instanceof Error && 'code' in error
      ? new SystemError(Object.assign(error, { code: String(error.code) }))
      : error
  }
}

/** The buffers of a result, which are transferred to the main thread instead of copied. */
export function buffersOf(value: Values[keyof Values]): ArrayBuffer[] {
  if (value === undefined || Array.isArray(value)) return []
  if ('png' in value) return [value.png.buffer]
  if ('points' in value) return [value.points.buffer]
  return value.segments
    .flatMap(({ points, streams }) => (streams ? [points, streams] : [points]))
    .map(({ buffer }) => buffer as ArrayBuffer)
}

const measureCourse = ({ source }: CourseJob, { maxBytes }: JobDeps) =>
  'line' in source
    ? measureLine(source.line)
    : readCourse(source.upload.name, takeIn(source.upload, maxBytes))

const drawMap = ({ points, tiles }: MapJob, outside: OutgoingAccess) =>
  drawMapImage(
    points.map((packed) => placedLine(decodePositions(packed))),
    tiles,
    outside,
  )
