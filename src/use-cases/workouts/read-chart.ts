import type { AppContext } from '@/context'
import type { WorkoutOutline } from '@/db/queries/workouts'
import { notFound } from '@/errors'
import { type ChartRow, chartRows } from '@/tracks/geometry/chart'
import { joinStreams, type Stream } from '@/tracks/geometry/streams'
import { getKeptAnswer } from './keep-answer'
import {
  loadRecording,
  loadSeenStreams,
  made,
  type RecordingRequest,
  type RequestedPart,
  requireRecorded,
  type StoredSegment,
  variantBySight,
  variantOf,
} from './stored-recording'

/** What comes with the rows of a chart: further columns beside them, or these alone. */
export const STREAM_CHOICES = ['all', 'only'] as const

interface ChartRequest extends RecordingRequest {
  /** The whole workout without it. */
  segmentId?: string
  streams: (typeof STREAM_CHOICES)[number] | undefined
}

/** Rows of a chart, in the order in which the segments began, and the further columns that were asked for. */
export interface Chart {
  rows: ChartRow[]
  streams: Stream[] | undefined
}

const ANALYSIS: RequestedPart = { needs: 'analysis', nothing: { chart_data: '' } }

/**
 * The chart of a workout, or of one of its segments.
 * @throws 404 unless the visitor sees the analysis of a recorded workout, or for an unknown segment.
 */
export async function getChart<Json extends object>(
  ctx: AppContext,
  request: ChartRequest,
  present: (chart: Chart) => Json,
) {
  const { workout, display, sight } = await requireRecorded(ctx, request, ANALYSIS)
  const { segmentId, streams } = request
  const what = segmentId === undefined ? 'chart' : 'chart of segment'
  const asked = streams ? variantBySight(`${what} streams=${streams}`, sight) : what
  const key = { workoutId: workout.id, segmentId, variant: variantOf(asked, display) }
  return getKeptAnswer(ctx, key, async () => {
    const { first, startedAt, shown } = await loadShown(ctx, workout, segmentId)
    const points = shown.map((segment) => segment.points)
    const rows = streams === 'only' ? [] : chartRows(points, startedAt, display)
    const columns = streams && (await loadSeenStreams(ctx, { workout, segments: shown }, sight))
    const sizes = points.map(({ size }) => size)
    return made(first, present({ rows, streams: columns && joinStreams(sizes, columns) }))
  })
}

/** The segments that are shown, and the one with which the answer is kept. */
async function loadShown(
  ctx: AppContext,
  workout: WorkoutOutline,
  segmentId: string | undefined,
): Promise<{ first: StoredSegment | undefined; startedAt: number; shown: StoredSegment[] }> {
  const { first, startedAt, segments } = await loadRecording(ctx, workout)
  if (segmentId === undefined) {
    if (segments.length === 0) throw notFound('No segments')
    return { first, startedAt, shown: segments }
  }
  const segment = segments.find(({ short_id }) => short_id === segmentId)
  if (!segment) throw notFound(`No segment with id '${segmentId}'`)
  return { first: segment, startedAt, shown: [segment] }
}
