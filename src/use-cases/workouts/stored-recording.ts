import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { loadStreams } from '@/db/queries/device-data'
import { listSegmentPoints } from '@/db/queries/segments'
import { findWorkoutOutline, type WorkoutOutline } from '@/db/queries/workouts'
import { notFound, unknownWorkout } from '@/errors'
import { canSeeStream, type StreamSight } from '@/policy/streams'
import { canSeeWorkout } from '@/policy/workout'
import type { ChartDisplay } from '@/tracks/geometry/chart'
import type { StoredPoints } from '@/tracks/metrics/units'
import { decodeExtra, listExtra } from '@/tracks/streams/extra-blob'
import { decodePoints } from '@/tracks/streams/points-blob'
import type { ExtraColumn, StreamName } from '@/tracks/track'
import { loadSight } from '@/views/workout'

/** Which recording is asked for, and by whom. */
export interface RecordingRequest {
  visitor: Visitor
  workoutId: string
}

export interface StoredSegment {
  id: number
  short_id: string
  points: StoredPoints
}

interface Recording {
  /** When the first segment of the file began, which need not be the earliest, in microseconds. */
  startedAt: number
  /** The first of the file. */
  first: StoredSegment | undefined
  /** In the order in which they began. */
  segments: StoredSegment[]
}

export interface RequestedPart {
  /** What of a workout the visitor must see. */
  needs: 'map' | 'analysis'
  /** The data of a 404 answer. */
  nothing: object
}

/** A workout, and what the visitor is shown of it: what is in its charts, and what else of it may be seen. */
interface Shown {
  workout: WorkoutOutline
  display: ChartDisplay
  sight: StreamSight
}

/**
 * A workout of which the visitor sees a part.
 *
 * @throws 404 unless it has a recording, too.
 */
export async function requireRecorded(
  ctx: AppContext,
  request: RecordingRequest,
  part: RequestedPart,
): Promise<Shown> {
  const shown = await requireShown(ctx, request, part)
  if (shown.workout.original_file === null)
    throw notFound(`no file for this workout (id: ${request.workoutId})`)
  return shown
}

/** The same, whether it has a recording or not. @throws 404 unless the visitor sees that part. */
export async function requireShown(
  ctx: AppContext,
  { visitor, workoutId }: RecordingRequest,
  part: RequestedPart,
): Promise<Shown> {
  const workout = await findWorkoutOutline(ctx.db, workoutId)
  if (!workout) throw unknownWorkout(part.nothing)
  const sight = await loadSight(ctx, visitor, workout)
  if (!canSeeWorkout(workout, sight.relation) || !sight[part.needs])
    throw unknownWorkout(part.nothing)
  const { speed, pace, cadence, power, elevation } = sight.display
  const { heartRate, calories, map } = sight
  return {
    workout,
    sight: { heartRate, calories, map },
    display: {
      ...{ speed, pace, power, elevation, hr: sight.heartRate },
      cadence: workout.ave_cadence === null ? 'none' : cadence,
    },
  }
}

/** The name of an answer that differs with what its charts show: it is kept for each way in which they are shown. */
export function variantOf(what: string, display: ChartDisplay): string {
  let name = what
  for (const key of Object.keys(display) as (keyof ChartDisplay)[])
    name += ` ${key}=${display[key]}`
  return name
}

/** The same for one that differs with what is seen besides the charts. */
export const variantBySight = (what: string, { heartRate, calories, map }: StreamSight): string =>
  `${what} sees=${heartRate},${calories},${map}`

/** The further columns of segments that may be seen and are wanted, those of each in the place of the segment. */
export async function loadSeenStreams(
  ctx: AppContext,
  { workout, segments }: { workout: WorkoutOutline; segments: readonly StoredSegment[] },
  sight: StreamSight,
  isWanted: (stream: StreamName) => boolean = () => true,
): Promise<ExtraColumn[][]> {
  const stored = await loadStreams(ctx.db, workout.id)
  return segments.map(({ id }) => {
    const blob = stored.get(id)
    return blob
      ? decodeExtra(blob, (stream) => canSeeStream(stream, sight) && isWanted(stream))
      : []
  })
}

/** What the further columns of a workout are about, of those that may be seen. */
export async function listSeenStreams(
  ctx: AppContext,
  workout: WorkoutOutline,
  sight: StreamSight,
): Promise<StreamName[]> {
  const names = [...(await loadStreams(ctx.db, workout.id)).values()].flatMap(listExtra)
  const seen = names.filter((name) => canSeeStream(name, sight))
  return [...new Map(seen.map((name) => [JSON.stringify(name), name])).values()]
}

/** The recorded points of a workout. */
export async function loadRecording(ctx: AppContext, workout: WorkoutOutline): Promise<Recording> {
  const stored = await listSegmentPoints(ctx.db, workout.id)
  const segments = stored.map((segment) => ({ ...segment, points: decodePoints(segment.points) }))
  const [first] = segments
  return {
    startedAt: startOf(first),
    first,
    segments: segments.toSorted((one, other) => startOf(one) - startOf(other)),
  }
}

const startOf = (segment: { points: StoredPoints } | undefined): number =>
  segment?.points.time[0] ?? Number.NaN

/** An answer about a recording, and the segment with which it is kept. */
export function made<Json>(segment: StoredSegment | undefined, json: Json) {
  if (!segment) throw new Error('an answer about a recording without segments')
  return { segment, json }
}
