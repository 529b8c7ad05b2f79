import { checkpointFile } from '@/db/checkpoint-file'
import type { Outside } from '@/lib/outgoing'
import { drawMapImage, type MapImage } from '@/maps/map-image'
import { decodePoints } from '@/tracks/streams/points-blob'
import { analyseRecordings } from './points-analyser'
import type { AnalysisOutcome, MapJob, MeasuredTrack, WorkerJob } from './track-job'
import { type JobDeps, measureTrack } from './track-task'

/** What each kind of job ends with. */
interface Values {
  measure: MeasuredTrack
  draw: MapImage | undefined
  checkpoint: undefined
  evict: undefined
  analyse: AnalysisOutcome[]
}
export type JobValue<Job extends WorkerJob> = Values[Job['kind']]

/** Does a job on this thread. @throws TrackError as `measureTrack` does; what is wrong with the points of a map. */
export async function runJob<Job extends WorkerJob>(
  job: Job,
  outside: JobDeps,
): Promise<JobValue<Job>> {
  return (await start(job, outside)) as JobValue<Job>
}

function start(
  job: WorkerJob,
  outside: JobDeps,
): Promise<Values[keyof Values]> | AnalysisOutcome[] | undefined {
  if (job.kind === 'draw') return drawMap(job, outside)
  if (job.kind === 'measure') return measureTrack(job, outside)
  if (job.kind === 'analyse') return analyseRecordings(job.recordings)
  if (job.kind === 'evict') return outside.pageCache?.evict(job.paths).then(() => undefined)
  checkpointFile(job.file)
  return undefined
}

/** What changes hands instead of being copied. */
export function buffersOf(value: Values[keyof Values]): ArrayBuffer[] {
  if (value === undefined || Array.isArray(value)) return []
  if ('png' in value) return [value.png.buffer]
  return value.segments
    .flatMap(({ points, streams }) => (streams ? [points, streams] : [points]))
    .map(({ buffer }) => buffer as ArrayBuffer)
}

const drawMap = ({ points, tiles }: MapJob, outside: Outside) =>
  drawMapImage(points.map(decodePoints), tiles, outside)
