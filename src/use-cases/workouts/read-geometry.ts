import type { AppContext } from '@/context'
import { notFound } from '@/errors'
import {
  type LineString,
  lineString,
  type MultiLineString,
  multiLineString,
} from '@/tracks/geometry/geojson'
import { getKeptAnswer } from './keep-answer'
import {
  loadRecording,
  made,
  type RecordingRequest,
  type RequestedPart,
  requireRecorded,
  type StoredSegment,
} from './stored-recording'

interface SegmentRequest extends RecordingRequest {
  segmentId: string
}

/** Makes the JSON of the answer. */
type Present<Shown, Json> = (shown: Shown) => Json

/** All segments of a workout as lines. @throws 404 unless the visitor sees the map of a recorded workout. */
export async function getGeojson<Json extends object>(
  ctx: AppContext,
  request: RecordingRequest,
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

const MAP: RequestedPart = { needs: 'map', nothing: { geojson: null } }

const noLine = () => notFound('geojson not found')

/** A recording without positions has no line to draw. */
function withPositions(segments: readonly StoredSegment[]): StoredSegment[] {
  const drawn = segments.filter(({ points }) => !Number.isNaN(points.lat[0]))
  if (drawn.length === 0) throw noLine()
  return drawn
}
