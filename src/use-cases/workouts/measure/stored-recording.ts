import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { decodeExtra, listExtra } from '@/domain/tracks/streams/extra-blob'
import { type MeasuredSegment, unpackSegment } from '@/domain/tracks/streams/packed-segment'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import type { ExtraColumn, StreamName } from '@/domain/tracks/track'
import { notFound, unknownWorkout } from '@/lib/errors'
import type { Visitor } from '@/policy/caller'
import { canSeeStream, type StreamPermissions } from '@/policy/streams'
import { canSeeWorkout } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import { loadStreams } from '@/store/db/queries/workouts/device-data'
import { listPackedSegments, listSegmentPoints } from '@/store/db/queries/workouts/segments'
import { findWorkoutOutline, type WorkoutOutline } from '@/store/db/queries/workouts/workouts'
import { loadPermissions } from '@/use-cases/views/workout'

/** A request for data of a recording. */
export interface RecordingRequest {
  visitor: Visitor
  workoutId: string
}

export interface StoredSegment {
  id: number
  short_id: string
  points: StoredPoints
  /** Metres from each point's predecessor by the best data; undefined if they were not requested. */
  steps?: Float64Array
}

interface StoredRecording<Part extends StoredSegment = StoredSegment> {
  /** Start of the first segment in the file, which is not always the earliest, in microseconds. */
  startedAt: number
  /** Ordered by start time. */
  segments: Part[]
}

export interface RequestedPart {
  /** The permission that the visitor needs. */
  needs: 'map' | 'analysis'
  /** Data of the 404 response. */
  nothing: object
}

/** A workout with the visitor's permissions for charts and other data. */
interface VisibleRecording {
  workout: WorkoutOutline
  display: ChartDisplay
  permissions: StreamPermissions
}

/** Loads a workout with a recording. @throws 404 when it has no recording or the visitor may not see the part. */
export async function requireRecorded(
  ctx: AppContext,
  request: RecordingRequest,
  part: RequestedPart,
): Promise<VisibleRecording> {
  const shown = await requireVisible(ctx, request, part)
  if (shown.workout.original_file === null)
    throw notFound(`no file for this workout (id: ${request.workoutId})`)
  return shown
}

/** Loads a workout with or without recording. @throws 404 when the visitor may not see the part. */
export async function requireVisible(
  ctx: AppContext,
  { visitor, workoutId }: RecordingRequest,
  part: RequestedPart,
): Promise<VisibleRecording> {
  const workout = await findWorkoutOutline(ctx.db, workoutId)
  if (!workout) throw unknownWorkout(part.nothing)
  const permissions = await loadPermissions(ctx, visitor, workout)
  if (!canSeeWorkout(workout, permissions.relation) || !permissions[part.needs])
    throw unknownWorkout(part.nothing)
  const { speed, pace, cadence, power, elevation } = permissions.display
  const { heartRate, calories, map } = permissions
  return {
    workout,
    permissions: { heartRate, calories, map },
    display: {
      ...{ position: map, speed, pace, power, elevation, hr: heartRate },
      cadence: workout.ave_cadence === null ? 'none' : cadence,
    },
  }
}

/**
 * Loads the further columns that the visitor may see and `isWanted` selects, by segment, in the order of `segments`.
 */
export async function loadVisibleStreams(
  ctx: AppContext,
  { workout, segments }: { workout: WorkoutOutline; segments: readonly StoredSegment[] },
  permissions: StreamPermissions,
  isWanted: (stream: StreamName) => boolean = () => true,
): Promise<ExtraColumn[][]> {
  const stored = await loadStreams(ctx.db, workout.id)
  return segments.map(({ id }) => {
    const blob = stored.get(id)
    return blob
      ? decodeExtra(blob, (stream) => canSeeStream(stream, permissions) && isWanted(stream))
      : []
  })
}

/** Lists the further columns of a workout that the visitor may see. */
export async function listVisibleStreams(
  ctx: AppContext,
  workout: WorkoutOutline,
  permissions: StreamPermissions,
): Promise<StreamName[]> {
  const names = [...(await loadStreams(ctx.db, workout.id)).values()].flatMap(listExtra)
  const seen = names.filter((name) => canSeeStream(name, permissions))
  return [...new Map(seen.map((name) => [JSON.stringify(name), name])).values()]
}

/** Loads the recorded points of a workout. */
export async function loadRecording(
  ctx: AppContext,
  workout: WorkoutOutline,
): Promise<StoredRecording> {
  const stored = await listSegmentPoints(ctx.db, workout.id)
  return orderedByStart(
    stored.map((segment) => ({ ...segment, points: decodePoints(segment.points) })),
  )
}

/** Like `loadRecording`, with the distances between the points by the best data. */
export async function loadMeasuredRecording(
  ctx: AppContext,
  workout: WorkoutOutline,
): Promise<StoredRecording<StoredSegment & MeasuredSegment>> {
  const stored = await listPackedSegments(ctx.db, [workout.id])
  return orderedByStart(stored.map((segment) => ({ ...segment, ...unpackSegment(segment) })))
}

/** Orders segments, given in the order of the file. */
const orderedByStart = <Given extends StoredSegment>(segments: Given[]) => ({
  startedAt: segmentStart(segments[0]),
  segments: segments.toSorted((one, other) => segmentStart(one) - segmentStart(other)),
})

const segmentStart = (segment: { points: StoredPoints } | undefined): number =>
  segment?.points.time[0] ?? Number.NaN
