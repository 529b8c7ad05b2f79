import { Elysia } from 'elysia'
import { goneError } from '@/lib/errors'
import { endpoints } from '@/server/http/endpoints'
import { workoutParams } from '@/server/http/parameters/path-params'
import { ok } from '@/server/http/responses/envelope'
import { presentWorkoutLoad } from '@/server/responses/workouts/load'
import { presentAnalysis } from '@/server/responses/workouts/workout-analysis'
import { presentChart, presentStream } from '@/server/responses/workouts/workout-chart'
import type { AppContext } from '@/services/context'
import { getAnalysis } from '@/use-cases/workouts/measure/analyse-workout'
import { type Chart, getChart, STREAM_CHOICES } from '@/use-cases/workouts/read/read-chart'
import { getGeojson, getSegmentGeojson } from '@/use-cases/workouts/read/read-geometry'
import { getWorkoutLoad } from '@/use-cases/workouts/read/read-load'
import { chartQuery, docs, removedSegmentParams, segmentParams } from './schema'

const okData = <Data>(data: Data) => ok({ data, message: '' })

const okChart = ({ rows, streams }: Chart) =>
  okData({
    chart_data: presentChart(rows),
    ...(streams && { streams: streams.map(presentStream) }),
  })

const segmentOf = (params: { workout_short_id: string; segment_short_id: string }) => ({
  workoutId: params.workout_short_id,
  segmentId: params.segment_short_id,
})

/** Unknown values request no streams. */
const chosen = ({ streams }: typeof chartQuery.static) =>
  STREAM_CHOICES.find((choice) => choice === streams)

const removed = (): never => {
  throw goneError()
}

export const workoutGeometryRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Recordings'] })
    .use(endpoints(ctx))
    .guard({ optionalAccess: { scope: 'workouts:read' } })
    .get(
      '/geojson',
      async ({ visitor, params: { workout_short_id: workoutId } }) => {
        return okData({ geojson: await getGeojson(ctx, { visitor, workoutId }) })
      },
      { params: workoutParams, detail: docs.getWorkoutLines },
    )
    .get(
      '/geojson/segment/:segment_short_id',
      async ({ visitor, params }) => {
        const segment = { visitor, ...segmentOf(params) }
        return okData({ geojson: await getSegmentGeojson(ctx, segment) })
      },
      { params: segmentParams, detail: docs.getSegmentLine },
    )
    .get(
      '/chart_data',
      async ({ visitor, params: { workout_short_id: workoutId }, query }) => {
        const chart = { visitor, workoutId, streams: chosen(query) }
        return okChart(await getChart(ctx, chart))
      },
      { params: workoutParams, query: chartQuery, detail: docs.getWorkoutChart },
    )
    .get(
      '/chart_data/segment/:segment_short_id',
      async ({ visitor, params, query }) => {
        const chart = { visitor, ...segmentOf(params), streams: chosen(query) }
        return okChart(await getChart(ctx, chart))
      },
      { params: segmentParams, query: chartQuery, detail: docs.getSegmentChart },
    )
    .get(
      '/analysis',
      async ({ visitor, params: { workout_short_id: workoutId } }) => {
        const analysis = await getAnalysis(ctx, { visitor, workoutId })
        return okData({ analysis: presentAnalysis(analysis) })
      },
      { params: workoutParams, detail: docs.getWorkoutAnalysis },
    )
    .get(
      '/load',
      async ({ visitor, params: { workout_short_id: workoutId } }) => {
        const workoutLoad = await getWorkoutLoad(ctx, { visitor, workoutId })
        return okData({ load: workoutLoad ? presentWorkoutLoad(workoutLoad) : null })
      },
      { params: workoutParams, detail: docs.getWorkoutLoad },
    )
    .get('/gpx', removed, { params: workoutParams, detail: docs.getGpxContent })
    .get('/gpx/segment/:segment_id', removed, {
      params: removedSegmentParams,
      detail: docs.getSegmentGpxContent,
    })
