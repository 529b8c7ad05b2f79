import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { listSegmentPoints } from '@/db/queries/segments'
import { findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { notFound, unknownWorkout } from '@/errors'
import { canSeeWorkout } from '@/policy/workout'
import { type ChartDisplay, type ChartRow, chartRows } from '@/tracks/geometry/chart'
import {
  type LineString,
  lineString,
  type MultiLineString,
  multiLineString,
} from '@/tracks/geometry/geojson'
import type { StoredPoints } from '@/tracks/metrics/units'
import { decodePoints } from '@/tracks/streams/points-blob'
import { loadSight } from '@/views/workout'
import { getKeptAnswer } from './keep-answer'

/** Which recording is asked for, and by whom. */
interface GeometryRequest {
  visitor: Visitor
  workoutId: string
}

interface SegmentRequest extends GeometryRequest {
  segmentId: string
}

/** Makes the JSON of the answer. */
type Present<Shown, Json> = (shown: Shown) => Json

interface StoredSegment {
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

/** All segments of a workout as lines. @throws 404 unless the visitor sees the map of a recorded workout. */
export async function getGeojson<Json extends object>(
  ctx: AppContext,
  request: GeometryRequest,
  present: Present<MultiLineString, Json>,
) {
  const { workout } = await requireRecorded(ctx, request, MAP)
  const key = { workoutId: workout.id, segmentId: undefined, variant: 'geojson' }
  return getKeptAnswer(ctx, key, async () => {
    const { first, segments } = await loadRecording(ctx, workout)
    const lines = withPositions(segments).map(({ points }) => points)
    return made(first, present(multiLineString(lines)))
  })
}

/** One segment as a line. @throws 404 as `getGeojson`, or for an unknown segment. */
export async function getSegmentGeojson<Json extends object>(
  ctx: AppContext,
  request: SegmentRequest,
  present: Present<LineString, Json>,
) {
  const { workout } = await requireRecorded(ctx, request, MAP)
  const { segmentId } = request
  const key = { workoutId: workout.id, segmentId, variant: 'geojson of segment' }
  return getKeptAnswer(ctx, key, async () => {
    const { segments } = await loadRecording(ctx, workout)
    const segment = withPositions(segments).find(({ short_id }) => short_id === segmentId)
    if (!segment) throw noLine()
    return made(segment, present(lineString(segment.points)))
  })
}

/** Chart rows of a whole workout. @throws 404 unless the visitor sees the analysis of a recorded workout. */
export async function getChart<Json extends object>(
  ctx: AppContext,
  request: GeometryRequest,
  present: Present<ChartRow[], Json>,
) {
  const { workout, display } = await requireRecorded(ctx, request, ANALYSIS)
  const key = { workoutId: workout.id, segmentId: undefined, variant: named('chart', display) }
  return getKeptAnswer(ctx, key, async () => {
    const { first, startedAt, segments } = await loadRecording(ctx, workout)
    if (segments.length === 0) throw notFound('No segments')
    const points = segments.map((segment) => segment.points)
    return made(first, present(chartRows(points, startedAt, display)))
  })
}

/** Chart rows of one segment. @throws 404 as `getChart`, or for an unknown segment. */
export async function getSegmentChart<Json extends object>(
  ctx: AppContext,
  request: SegmentRequest,
  present: Present<ChartRow[], Json>,
) {
  const { workout, display } = await requireRecorded(ctx, request, ANALYSIS)
  const { segmentId } = request
  const key = { workoutId: workout.id, segmentId, variant: named('chart of segment', display) }
  return getKeptAnswer(ctx, key, async () => {
    const { startedAt, segments } = await loadRecording(ctx, workout)
    const segment = segments.find(({ short_id }) => short_id === segmentId)
    if (!segment) throw notFound(`No segment with id '${segmentId}'`)
    return made(segment, present(chartRows([segment.points], startedAt, display)))
  })
}

const made = <Json>(segment: StoredSegment | undefined, json: Json) => {
  if (!segment) throw new Error('an answer about a recording without segments')
  return { segment, json }
}

/** Charts are kept for each way in which they are shown. */
const named = (what: string, display: ChartDisplay) =>
  [what, ...Object.entries(display).map(([name, value]) => `${name}=${value}`)].join(' ')

interface RequestedPart {
  /** What of a workout the visitor must see. */
  needs: 'map' | 'analysis'
  /** The data of a 404 answer. */
  nothing: object
}

const MAP: RequestedPart = { needs: 'map', nothing: { geojson: null } }
const ANALYSIS: RequestedPart = { needs: 'analysis', nothing: { chart_data: '' } }

/** The workout, and what its charts show to the visitor. */
async function requireRecorded(
  ctx: AppContext,
  { visitor, workoutId }: GeometryRequest,
  part: RequestedPart,
): Promise<{ workout: WorkoutRow; display: ChartDisplay }> {
  const workout = await findWorkout(ctx.db, workoutId)
  if (!workout) throw unknownWorkout(part.nothing)
  const sight = await loadSight(ctx, visitor, workout)
  if (!canSeeWorkout(workout, sight.relation) || !sight[part.needs])
    throw unknownWorkout(part.nothing)
  if (workout.original_file === null) throw notFound(`no file for this workout (id: ${workoutId})`)
  const { speed, pace, cadence, power, elevation } = sight.display
  return {
    workout,
    display: {
      ...{ speed, pace, power, elevation, hr: sight.heartRate },
      cadence: workout.ave_cadence === null ? 'none' : cadence,
    },
  }
}

async function loadRecording(ctx: AppContext, workout: WorkoutRow): Promise<Recording> {
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

const noLine = () => notFound('geojson not found')

/** A recording without positions has no line to draw. */
function withPositions(segments: readonly StoredSegment[]): StoredSegment[] {
  const drawn = segments.filter(({ points }) => !Number.isNaN(points.lat[0]))
  if (drawn.length === 0) throw noLine()
  return drawn
}
