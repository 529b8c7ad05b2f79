import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { gone } from '@/errors'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import {
  getChart,
  getGeojson,
  getSegmentChart,
  getSegmentGeojson,
} from '@/use-cases/workouts/read-geometry'
import { removedSegmentParams, segmentParams, workoutParams } from './schema'

const answer = <Data>(data: Data) => ok({ data, message: '' })

const removed = (): never => {
  throw gone()
}

export const workoutGeometryRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id' })
    .use(endpoints(ctx))
    .guard({ optionalAccess: { scope: 'workouts:read' } })
    .get(
      '/geojson',
      async ({ visitor, params: { workout_short_id: workoutId } }) =>
        answer({ geojson: await getGeojson(ctx, { visitor, workoutId }) }),
      { params: workoutParams },
    )
    .get(
      '/geojson/segment/:segment_short_id',
      async ({ visitor, params: { workout_short_id: workoutId, segment_short_id: segmentId } }) =>
        answer({ geojson: await getSegmentGeojson(ctx, { visitor, workoutId, segmentId }) }),
      { params: segmentParams },
    )
    .get(
      '/chart_data',
      async ({ visitor, params: { workout_short_id: workoutId } }) =>
        answer({ chart_data: await getChart(ctx, { visitor, workoutId }) }),
      { params: workoutParams },
    )
    .get(
      '/chart_data/segment/:segment_short_id',
      async ({ visitor, params: { workout_short_id: workoutId, segment_short_id: segmentId } }) =>
        answer({ chart_data: await getSegmentChart(ctx, { visitor, workoutId, segmentId }) }),
      { params: segmentParams },
    )
    .get('/gpx', removed, { params: workoutParams })
    .get('/gpx/segment/:segment_id', removed, { params: removedSegmentParams })
