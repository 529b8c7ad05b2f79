import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { listSegmentPoints } from '@/db/queries/segments'
import { findWorkout, type ListedWorkout } from '@/db/queries/workouts'
import { notFound, unknownWorkout } from '@/errors'
import { canSeeWorkout, type WorkoutSight } from '@/policy/workout'
import { type ChartRow, chartRows } from '@/tracks/geometry/chart'
import { lineString, multiLineString } from '@/tracks/geometry/geojson'
import type { StoredPoints } from '@/tracks/metrics/units'
import { decodePoints } from '@/tracks/streams/points-blob'
import { loadListViews } from '@/views/workout'

/** Which recording is asked for, and by whom. */
interface GeometryRequest {
  visitor: Visitor
  workoutId: string
}

interface SegmentRequest extends GeometryRequest {
  segmentId: string
}

interface ShownRecording {
  workout: ListedWorkout
  sight: WorkoutSight
  /** When the first segment of the file began, which need not be the earliest, in microseconds. */
  startedAt: number
  /** In the order in which they began. */
  segments: { id: string; points: StoredPoints }[]
}

/** All segments of a workout as lines. @throws 404 unless the visitor sees the map of a recorded workout. */
export async function getGeojson(ctx: AppContext, request: GeometryRequest) {
  const { segments } = await loadRecording(ctx, request, MAP)
  return multiLineString(withPositions(segments).map(({ points }) => points))
}

/** One segment as a line. @throws 404 as `getGeojson`, or for an unknown segment. */
export async function getSegmentGeojson(
  ctx: AppContext,
  { segmentId, ...request }: SegmentRequest,
) {
  const { segments } = await loadRecording(ctx, request, MAP)
  const segment = withPositions(segments).find(({ id }) => id === segmentId)
  if (!segment) throw noLine()
  return lineString(segment.points)
}

/** Chart rows of a whole workout. @throws 404 unless the visitor sees the analysis of a recorded workout. */
export async function getChart(ctx: AppContext, request: GeometryRequest): Promise<ChartRow[]> {
  const recording = await loadRecording(ctx, request, ANALYSIS)
  if (recording.segments.length === 0) throw notFound('No segments')
  return chartOf(recording, recording.segments)
}

/** Chart rows of one segment. @throws 404 as `getChart`, or for an unknown segment. */
export async function getSegmentChart(ctx: AppContext, { segmentId, ...request }: SegmentRequest) {
  const recording = await loadRecording(ctx, request, ANALYSIS)
  const segments = recording.segments.filter(({ id }) => id === segmentId)
  if (segments.length === 0) throw notFound(`No segment with id '${segmentId}'`)
  return chartOf(recording, segments)
}

interface RequestedPart {
  /** What of a workout the visitor must see. */
  needs: 'map' | 'analysis'
  /** The data of a 404 answer. */
  nothing: object
}

const MAP: RequestedPart = { needs: 'map', nothing: { geojson: null } }
const ANALYSIS: RequestedPart = { needs: 'analysis', nothing: { chart_data: '' } }

async function loadRecording(
  ctx: AppContext,
  { visitor, workoutId }: GeometryRequest,
  part: RequestedPart,
): Promise<ShownRecording> {
  const workout = await findWorkout(ctx.db, workoutId)
  const [view] = workout
    ? await loadListViews(ctx, visitor, { rows: [workout], withEquipments: false })
    : []
  if (!view || !canSeeWorkout(view.workout, view.sight.relation) || !view.sight[part.needs])
    throw unknownWorkout(part.nothing)
  if (view.workout.original_file === null)
    throw notFound(`no file for this workout (id: ${workoutId})`)
  const stored = await listSegmentPoints(ctx.db, view.workout.id)
  const segments = stored.map(({ short_id, points }) => ({
    id: short_id,
    points: decodePoints(points),
  }))
  return {
    workout: view.workout,
    sight: view.sight,
    startedAt: startOf(segments[0]),
    segments: segments.toSorted((one, other) => startOf(one) - startOf(other)),
  }
}

const startOf = (segment: { points: StoredPoints } | undefined): number =>
  segment?.points.time[0] ?? Number.NaN

const noLine = () => notFound('geojson not found')

/** A recording without positions has no line to draw. */
function withPositions(segments: ShownRecording['segments']): ShownRecording['segments'] {
  const drawn = segments.filter(({ points }) => !Number.isNaN(points.lat[0]))
  if (drawn.length === 0) throw noLine()
  return drawn
}

function chartOf(
  { workout, sight, startedAt }: ShownRecording,
  shown: ShownRecording['segments'],
): ChartRow[] {
  return chartRows(
    shown.map(({ points }) => points),
    startedAt,
    {
      ...sight.display,
      cadence: workout.ave_cadence === null ? 'none' : sight.display.cadence,
      hr: sight.heartRate,
    },
  )
}
