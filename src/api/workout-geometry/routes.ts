import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { gone } from '@/errors'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { workoutParams } from '@/http/path-params'
import { sendPacked } from '@/http/transfer'
import { presentWorkoutLoad } from '@/present/load'
import { presentAnalysis } from '@/present/workout-analysis'
import { presentChart, presentStream } from '@/present/workout-chart'
import { getAnalysis } from '@/use-cases/workouts/analyse-workout'
import { type Chart, getChart, STREAM_CHOICES } from '@/use-cases/workouts/read-chart'
import { getGeojson, getSegmentGeojson } from '@/use-cases/workouts/read-geometry'
import { getWorkoutLoad } from '@/use-cases/workouts/read-load'
import { chartQuery, docs, removedSegmentParams, segmentParams } from './schema'

const answer = <Data>(data: Data) => ok({ data, message: '' })

const chartAnswer = ({ rows, streams }: Chart) =>
  answer({
    chart_data: presentChart(rows),
    ...(streams && { streams: streams.map(presentStream) }),
  })

const segmentOf = (params: { workout_short_id: string; segment_short_id: string }) => ({
  workoutId: params.workout_short_id,
  segmentId: params.segment_short_id,
})

/** Anything else than one of the words asks for nothing more. */
const chosen = ({ streams }: typeof chartQuery.static) =>
  STREAM_CHOICES.find((choice) => choice === streams)

const removed = (): never => {
  throw gone()
}

export const workoutGeometryRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Recordings'] })
    .use(endpoints(ctx))
    .guard({ optionalAccess: { scope: 'workouts:read' } })
    .get(
      '/geojson',
      async ({ visitor, params: { workout_short_id: workoutId } }) => {
        const recording = { visitor, workoutId }
        const kept = await getGeojson(ctx, recording, (geojson) => answer({ geojson }))
        return sendPacked(kept)
      },
      { params: workoutParams, detail: docs.getWorkoutLines },
    )
    .get(
      '/geojson/segment/:segment_short_id',
      async ({ visitor, params }) => {
        const segment = { visitor, ...segmentOf(params) }
        const kept = await getSegmentGeojson(ctx, segment, (geojson) => answer({ geojson }))
        return sendPacked(kept)
      },
      { params: segmentParams, detail: docs.getSegmentLine },
    )
    .get(
      '/chart_data',
      async ({ visitor, params: { workout_short_id: workoutId }, query }) => {
        const chart = { visitor, workoutId, streams: chosen(query) }
        return sendPacked(await getChart(ctx, chart, chartAnswer))
      },
      { params: workoutParams, query: chartQuery, detail: docs.getWorkoutChart },
    )
    .get(
      '/chart_data/segment/:segment_short_id',
      async ({ visitor, params, query }) => {
        const chart = { visitor, ...segmentOf(params), streams: chosen(query) }
        return sendPacked(await getChart(ctx, chart, chartAnswer))
      },
      { params: segmentParams, query: chartQuery, detail: docs.getSegmentChart },
    )
    .get(
      '/analysis',
      async ({ visitor, params: { workout_short_id: workoutId } }) => {
        const kept = await getAnalysis(ctx, { visitor, workoutId }, (analysis) =>
          answer({ analysis: presentAnalysis(analysis) }),
        )
        return sendPacked(kept)
      },
      { params: workoutParams, detail: docs.getWorkoutAnalysis },
    )
    .get(
      '/load',
      async ({ visitor, params: { workout_short_id: workoutId } }) => {
        const told = await getWorkoutLoad(ctx, { visitor, workoutId })
        return answer({ load: told ? presentWorkoutLoad(told) : null })
      },
      { params: workoutParams, detail: docs.getWorkoutLoad },
    )
    .get('/gpx', removed, { params: workoutParams, detail: docs.getGpxContent })
    .get('/gpx/segment/:segment_id', removed, {
      params: removedSegmentParams,
      detail: docs.getSegmentGpxContent,
    })
