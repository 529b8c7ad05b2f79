import type { Outside } from '@/lib/outgoing'
import { drawMapImage, type MapImage } from '@/maps/map-image'
import { decodePoints } from '@/tracks/streams/points-blob'
import type { MapJob, MeasuredTrack, WorkerJob } from './track-job'
import { measureTrack } from './track-task'

/** What a job ends with. */
export type JobValue<Job extends WorkerJob> = Job extends MapJob
  ? MapImage | undefined
  : MeasuredTrack

/** Does a job on this thread. @throws TrackError as `measureTrack` does; what is wrong with the points of a map. */
export async function runJob<Job extends WorkerJob>(
  job: Job,
  outside: Outside,
): Promise<JobValue<Job>> {
  const value = job.kind === 'draw' ? drawMap(job, outside) : measureTrack(job, outside)
  return (await value) as JobValue<Job>
}

/** What changes hands instead of being copied. */
export function buffersOf(value: MeasuredTrack | MapImage | undefined): ArrayBuffer[] {
  if (value === undefined) return []
  if ('png' in value) return [value.png.buffer]
  return value.segments.map(({ points }) => points.buffer as ArrayBuffer)
}

const drawMap = ({ points, tiles }: MapJob, outside: Outside) =>
  drawMapImage(points.map(decodePoints), tiles, outside)
