import type { TProperties } from '@sinclair/typebox'
import { t } from 'elysia'
import { operations } from '@/server/http/operation'
import { workoutParams } from '@/server/http/parameters/path-params'
import { wordParam } from '@/server/http/parameters/query-params'
import { okResponse } from '@/server/http/responses/envelope'
import { nullable } from '@/server/responses/fields'
import { workoutLoad } from '@/server/responses/workouts/load'
import { workoutAnalysis } from '@/server/responses/workouts/workout-analysis'
import { chartRow, stream } from '@/server/responses/workouts/workout-chart'
import { lineString, multiLineString } from '@/server/responses/workouts/workout-map'
import { STREAM_CHOICES } from '@/use-cases/workouts/read/read-chart'

export const segmentParams = t.Object({
  ...workoutParams.properties,
  segment_short_id: t.String({ description: 'Short id of the segment.' }),
})

export const removedSegmentParams = t.Object({
  ...workoutParams.properties,
  segment_id: t.Integer({ description: 'Position of the segment.' }),
})

export const chartQuery = t.Object({
  streams: wordParam(
    STREAM_CHOICES,
    'Additional recorded data: `all` adds it to the rows, `only` returns it without them.',
  ),
})

const payload = (data: TProperties) => okResponse({ data: t.Object(data), message: t.Literal('') })
const NO_LINE = 'The workout does not exist or has no positions, or the caller may not see its map.'
const NO_CHART =
  'The workout does not exist or has no recording, or the caller may not see its charts.'
const CHART = {
  chart_data: t.Array(chartRow),
  streams: t.Optional(t.Array(stream, { description: 'Only where `streams` was asked for.' })),
}

/** Entries of the routes in the API document. */
export const docs = operations({
  getWorkoutLines: {
    summary: 'Get the line of a workout as GeoJSON',
    description: 'One line for each segment, ordered by start.',
    responses: { 200: payload({ geojson: multiLineString }) },
    errors: { 404: NO_LINE },
  },
  getSegmentLine: {
    summary: 'Get the line of a segment as GeoJSON',
    responses: { 200: payload({ geojson: lineString }) },
    errors: { 404: NO_LINE },
  },
  getWorkoutChart: {
    summary: 'Get the charts of a workout',
    description:
      "A row for each recorded point; its values depend on the recording, the sport and the caller's permissions. `streams` adds other recorded data as columns: body data requires the permission for heart rate, and streams named by an app require those for heart rate, calories and map.",
    responses: { 200: payload(CHART) },
    errors: { 404: NO_CHART },
  },
  getSegmentChart: {
    summary: 'Get the charts of a segment',
    responses: { 200: payload(CHART) },
    errors: { 404: NO_CHART },
  },
  getWorkoutAnalysis: {
    summary: 'Get splits, laps, pauses, best efforts and climbs of a workout',
    description:
      'Computed from the recorded points. Splits are cut between points and add up to the workout; efforts begin and end anywhere, in elapsed time. Laps are those of the device, with its numbers. Values that require heart rates, power, calories or elevations are only included if the caller may see these.',
    responses: { 200: payload({ analysis: workoutAnalysis }) },
    errors: { 404: NO_CHART },
  },
  getWorkoutLoad: {
    summary: 'Get the training load of a workout',
    description:
      "Load, TRIMP, normalized power, decoupling and time in zones, using the owner's thresholds on the day of the workout. Values based on heart rates or power are only included if the caller may see these; without a recording the load is an estimate. Null if there are no measurements to compute it from.",
    responses: { 200: payload({ load: nullable(workoutLoad) }) },
    errors: { 404: NO_CHART },
  },
  getGpxContent: {
    summary: 'Removed: get the GPX of a workout',
    description: 'Always responds with 410. Download the GPX instead.',
    responses: {},
    errors: { 410: 'Always.' },
    deprecated: true,
  },
  getSegmentGpxContent: {
    summary: 'Removed: get the GPX of a segment',
    description: 'Always responds with 410.',
    responses: {},
    errors: { 410: 'Always.' },
    deprecated: true,
  },
})
