import { sliceSteps } from '@/domain/privacy/public-recording'
import type { VisiblePart } from '@/domain/privacy/visible-parts'
import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import { findRange } from '@/domain/tracks/geometry/thumbnail'
import { MICROSECONDS_PER_MILLISECOND, type StoredPoints } from '@/domain/tracks/metrics/units'
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
import {
  findPublicParts,
  loadHidingRules,
  type OwnerRules,
  orderByStart,
} from '@/use-cases/views/hiding-rules'
import { startOfDay } from '@/use-cases/views/public-version'
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
  /** The part of the stored segment that this is; undefined for all of it. */
  part?: VisiblePart
}

interface StoredRecording<Part extends StoredSegment = StoredSegment> {
  /** Start of the first segment in the file, which is not always the earliest, in microseconds. */
  startedAt: number
  /** Ordered by start time. A segment with hidden points is several ones with the same id, one for each visible part. */
  segments: Part[]
}

export interface RequestedPart {
  /** The permission that the visitor needs. */
  needs: 'map' | 'analysis'
  /** Data of the 404 response. */
  nothing: object
}

/** A workout with the visitor's permissions for charts and other data. */
export interface VisibleRecording {
  workout: WorkoutOutline
  display: ChartDisplay
  permissions: StreamPermissions
  /** What the owner hides from the visitor; undefined if it is nothing. */
  rules: OwnerRules | undefined
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
  const rules = (await loadHidingRules(ctx, visitor, [workout.user_id])).get(workout.user_id)
  return {
    workout,
    rules,
    permissions: { heartRate, calories, map, wholeTrack: rules === undefined },
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
  return segments.map(({ id, part }) => {
    const blob = stored.get(id)
    if (!blob) return []
    const columns = decodeExtra(
      blob,
      (stream) => canSeeStream(stream, permissions) && isWanted(stream),
    )
    if (!part) return columns
    return columns.map(({ values, ...name }) => ({
      ...name,
      values: values.subarray(part.start, part.end),
    }))
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

/** Loads the recorded points of a workout, without those that the rules hide. */
export async function loadRecording(
  ctx: Pick<AppContext, 'db'>,
  workout: Pick<WorkoutOutline, 'id'>,
  rules: OwnerRules | undefined,
): Promise<StoredRecording> {
  const stored = await listSegmentPoints(ctx.db, workout.id)
  const segments = stored.map((segment) => ({ ...segment, points: decodePoints(segment.points) }))
  return orderedByStart(hideParts(workout, segments, rules))
}

/** Like `loadRecording`, with the distances between the points by the best data. */
export async function loadMeasuredRecording(
  ctx: AppContext,
  workout: WorkoutOutline,
  rules: OwnerRules | undefined,
): Promise<StoredRecording<StoredSegment & MeasuredSegment>> {
  const stored = await listPackedSegments(ctx.db, [workout.id])
  const segments = stored.map((segment) => ({ ...segment, ...unpackSegment(segment) }))
  return orderedByStart(hideParts(workout, segments, rules))
}

/** Splits segments, in the order of the file, into the parts that the rules leave visible. */
export function hideParts<Segment extends StoredSegment>(
  workout: Pick<WorkoutOutline, 'id'>,
  segments: Segment[],
  rules: OwnerRules | undefined,
): Segment[] {
  if (!rules) return segments
  const visible = findPublicParts(workout, segments, rules).visible.map((segment) => ({
    ...segment,
    ...(segment.steps && { steps: sliceSteps(segment.steps, segment.part) }),
  }))
  const inFileOrder = visible.toSorted(
    (one, other) => indexIn(segments, one) - indexIn(segments, other),
  )
  if (!rules.hidesTimes) return inFileOrder
  const [start] = findRange(visible.map((segment) => segment.points.time))
  const shift = shiftToMidnight(start, rules.timezone)
  return inFileOrder.map(({ points: { time, ...columns }, ...segment }) => ({
    ...segment,
    points: { ...columns, time: time.map((at) => at + shift) },
  })) as Segment[]
}

const indexIn = (segments: readonly StoredSegment[], { id }: StoredSegment) =>
  segments.findIndex((segment) => segment.id === id)

/** Returns the microseconds by which times are shifted so that the first one is the start of its day. */
function shiftToMidnight(start: number, timezone: string): number {
  const instant = Math.floor(start / MICROSECONDS_PER_MILLISECOND)
  return Number.isFinite(instant)
    ? startOfDay(instant, timezone) * MICROSECONDS_PER_MILLISECOND - start
    : 0
}

/** Orders segments, given in the order of the file. */
const orderedByStart = <Given extends StoredSegment>(segments: Given[]) => ({
  startedAt: segmentStart(segments[0]),
  segments: orderByStart(segments),
})

const segmentStart = (segment: { points: StoredPoints } | undefined): number =>
  segment?.points.time[0] ?? Number.NaN
