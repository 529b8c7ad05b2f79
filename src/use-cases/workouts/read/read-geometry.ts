import {
  type LineString,
  lineString,
  type MultiLineString,
  multiLineString,
} from '@/domain/tracks/geometry/geojson'
import { hasPositions } from '@/domain/tracks/geometry/placed-line'
import { notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { loadPublicRules } from '@/use-cases/views/hiding-rules'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import {
  loadRecording,
  type RecordingRequest,
  type RequestedPart,
  requireRecorded,
  type StoredSegment,
} from '@/use-cases/workouts/measure/stored-recording'

interface SegmentRequest extends RecordingRequest {
  segmentId: string
}

/**
 * Returns all segments of a workout as lines.
 *
 * @throws 404 unless the visitor may see the map and the workout has a recording.
 */
export async function getGeojson(
  ctx: AppContext,
  request: RecordingRequest,
): Promise<MultiLineString> {
  const segments = await loadLines(ctx, request)
  return multiLineString(segments.map(({ points }) => points))
}

/**
 * Returns the lines of one of the caller's workouts that others may see, whatever its visibility; empty if all is
 * hidden.
 *
 * @throws 404 and 403 as `requireOwnWorkout`
 */
export async function getPublicLines(
  ctx: AppContext,
  caller: Caller,
  shortId: string,
): Promise<MultiLineString> {
  const workout = await requireOwnWorkout(ctx, caller, shortId)
  const rules = (await loadPublicRules(ctx, [caller.userId])).get(caller.userId)
  const { segments } = await loadRecording(ctx, workout, rules)
  return multiLineString(segments.map(({ points }) => points).filter(hasPositions))
}

/** Returns one segment as a line. @throws 404 as `getGeojson`, or when the segment is unknown. */
export async function getSegmentGeojson(
  ctx: AppContext,
  request: SegmentRequest,
): Promise<LineString> {
  const segments = await loadLines(ctx, request)
  const parts = segments.filter(({ short_id }) => short_id === request.segmentId)
  if (parts.length === 0) throw noLine()
  const lines = parts.map(({ points }) => lineString(points))
  return { type: 'LineString', coordinates: lines.flatMap(({ coordinates }) => coordinates) }
}

const MAP: RequestedPart = { needs: 'map', nothing: { geojson: null } }

/** The error for a recording without positions. */
export const noLine = () => notFound('geojson not found')

/** Loads the segments that have positions. @throws 404 when there are none. */
async function loadLines(ctx: AppContext, request: RecordingRequest): Promise<StoredSegment[]> {
  const { workout, rules } = await requireRecorded(ctx, request, MAP)
  const { segments } = await loadRecording(ctx, workout, rules)
  const drawn = segments.filter(({ points }) => hasPositions(points))
  if (drawn.length === 0) throw noLine()
  return drawn
}
