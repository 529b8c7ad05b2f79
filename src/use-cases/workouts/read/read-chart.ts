import { type ChartRow, chartRows } from '@/domain/tracks/geometry/chart'
import { joinStreams, type Stream } from '@/domain/tracks/geometry/streams'
import { notFound } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import {
  loadMeasuredRecording,
  loadRecording,
  loadVisibleStreams,
  type RecordingRequest,
  type RequestedPart,
  requireRecorded,
  type StoredSegment,
  type VisibleRecording,
} from '@/use-cases/workouts/measure/stored-recording'

/** Whether to return further columns in addition to the rows of a chart (`all`), or without the rows (`only`). */
export const STREAM_CHOICES = ['all', 'only'] as const

interface ChartRequest extends RecordingRequest {
  /** The whole workout if absent. */
  segmentId?: string
  streams: (typeof STREAM_CHOICES)[number] | undefined
}

/** Rows of a chart, with the segments ordered by start time, and the requested further columns. */
export interface Chart {
  rows: ChartRow[]
  streams: Stream[] | undefined
}

const ANALYSIS: RequestedPart = { needs: 'analysis', nothing: { chart_data: '' } }

/**
 * Returns the chart of a workout or of one segment.
 *
 * @throws 404 unless the visitor may see the analysis and the workout has a recording, or when the segment is unknown.
 */
export async function getChart(ctx: AppContext, request: ChartRequest): Promise<Chart> {
  const recorded = await requireRecorded(ctx, request, ANALYSIS)
  const { workout, display, permissions } = recorded
  const { segmentId, streams } = request
  const { startedAt, shown } = await loadShown(ctx, recorded, segmentId)
  const points = shown.map((segment) => segment.points)
  const steps = shown.flatMap((segment) => segment.steps ?? [])
  const measured = workout.measured_by === null ? undefined : steps
  const rows = streams === 'only' ? [] : chartRows(points, startedAt, display, measured)
  const columns =
    streams && (await loadVisibleStreams(ctx, { workout, segments: shown }, permissions))
  const sizes = points.map(({ size }) => size)
  return { rows, streams: columns && joinStreams(sizes, columns) }
}

/** Loads the segments to show, and the start of the recording. */
async function loadShown(
  ctx: AppContext,
  { workout, rules }: Pick<VisibleRecording, 'workout' | 'rules'>,
  segmentId: string | undefined,
): Promise<{ startedAt: number; shown: StoredSegment[] }> {
  const isByDevice = workout.measured_by !== null
  const load = isByDevice ? loadMeasuredRecording : loadRecording
  const { startedAt, segments } = await load(ctx, workout, rules)
  if (segmentId === undefined) {
    if (segments.length === 0) throw notFound('No segments')
    return { startedAt, shown: segments }
  }
  const parts = segments.filter(({ short_id }) => short_id === segmentId)
  const [first] = parts
  if (!first) throw notFound(`No segment with id '${segmentId}'`)
  return { startedAt: first.points.time[0] ?? Number.NaN, shown: parts }
}
