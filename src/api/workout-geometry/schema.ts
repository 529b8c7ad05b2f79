import type { TProperties } from '@sinclair/typebox'
import { t } from 'elysia'
import { okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { workoutParams } from '@/http/path-params'
import { wordParam } from '@/http/query-params'
import { workoutLoad } from '@/present/load'
import { nullable } from '@/present/scalars'
import { workoutAnalysis } from '@/present/workout-analysis'
import { chartRow, stream } from '@/present/workout-chart'
import { lineString, multiLineString } from '@/present/workout-map'
import { STREAM_CHOICES } from '@/use-cases/workouts/read-chart'

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
    'What else was recorded: `all` adds it to the rows, `only` gives it without them.',
  ),
})

const payload = (data: TProperties) => okAnswer({ data: t.Object(data), message: t.Literal('') })
const NO_LINE = 'The workout is not there, has no positions, or the caller may not see its map.'
const NO_CHART = 'The workout is not there, has no recording, or the caller may not see its charts.'
const GONE = { when: 'Always.', schema: t.Object({}) }
const CHART = {
  chart_data: t.Array(chartRow),
  streams: t.Optional(t.Array(stream, { description: 'Only where `streams` was asked for.' })),
}

/** What the API document tells of the routes. */
export const docs = operations({
  getWorkoutLines: {
    summary: 'Read the line of a workout as GeoJSON',
    description: 'One line for each segment, in the order of their starts.',
    answers: { 200: payload({ geojson: multiLineString }) },
    refusals: { 404: NO_LINE },
  },
  getSegmentLine: {
    summary: 'Read the line of a segment as GeoJSON',
    answers: { 200: payload({ geojson: lineString }) },
    refusals: { 404: NO_LINE },
  },
  getWorkoutChart: {
    summary: 'Read the charts of a workout',
    description:
      'A row for each recorded point; which values it has depends on the recording, the sport and what the caller may see. What else was recorded comes as columns with `streams`: what tells as much of the body as a heart rate goes by its visibility, and what an application names goes by those of heart rate, calories and map.',
    answers: { 200: payload(CHART) },
    refusals: { 404: NO_CHART },
  },
  getSegmentChart: {
    summary: 'Read the charts of a segment',
    answers: { 200: payload(CHART) },
    refusals: { 404: NO_CHART },
  },
  getWorkoutAnalysis: {
    summary: 'Read splits, laps, pauses, best efforts and climbs of a workout',
    description:
      'Made of the recorded points. Splits are cut between points and add up to the workout; efforts begin and end anywhere, in elapsed time. Laps are those of the device, in its own numbers. What needs heart rates, power, calories or elevations is there only for those who may see these.',
    answers: { 200: payload({ analysis: workoutAnalysis }) },
    refusals: { 404: NO_CHART },
  },
  getWorkoutLoad: {
    summary: 'Read how hard a workout was',
    description:
      'Load, TRIMP, normalized power, decoupling and time in zones, by the thresholds that the owner had on its day. What is made of heart rates or power is there only for those who may see these; without a recording the load is an estimate. Null when nothing was measured and nothing can be told.',
    answers: { 200: payload({ load: nullable(workoutLoad) }) },
    refusals: { 404: NO_CHART },
  },
  getGpxContent: {
    summary: 'Removed: read the GPX of a workout',
    description: 'Answers that it is gone. Download the GPX instead.',
    answers: {},
    refusals: { 410: GONE },
    deprecated: true,
  },
  getSegmentGpxContent: {
    summary: 'Removed: read the GPX of a segment',
    description: 'Answers that it is gone.',
    answers: {},
    refusals: { 410: GONE },
    deprecated: true,
  },
})
