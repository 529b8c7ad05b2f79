import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { gone } from '@/errors'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { workoutParams } from '@/http/path-params'
import { presentChart } from '@/present/workout-chart'
import {
  getChart,
  getGeojson,
  getSegmentChart,
  getSegmentGeojson,
} from '@/use-cases/workouts/read-geometry'
import { docs, removedSegmentParams, segmentParams } from './schema'

const answer = <Data>(data: Data) => ok({ data, message: '' })

const removed = (): never => {
  throw gone()
}

export const workoutGeometryRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Recordings'] })
    .use(endpoints(ctx))
    .guard({ optionalAccess: { scope: 'workouts:read' } })
    .get(
      '/geojson',
      async ({ visitor, params: { workout_short_id: workoutId } }) =>
        answer({ geojson: await getGeojson(ctx, { visitor, workoutId }) }),
      { params: workoutParams, detail: docs.getWorkoutLines },
    )
    .get(
      '/geojson/segment/:segment_short_id',
      async ({ visitor, params: { workout_short_id: workoutId, segment_short_id: segmentId } }) =>
        answer({ geojson: await getSegmentGeojson(ctx, { visitor, workoutId, segmentId }) }),
      { params: segmentParams, detail: docs.getSegmentLine },
    )
    .get(
      '/chart_data',
      async ({ visitor, params: { workout_short_id: workoutId } }) =>
        answer({ chart_data: presentChart(await getChart(ctx, { visitor, workoutId })) }),
      { params: workoutParams, detail: docs.getWorkoutChart },
    )
    .get(
      '/chart_data/segment/:segment_short_id',
      async ({ visitor, params: { workout_short_id: workoutId, segment_short_id: segmentId } }) =>
        answer({
          chart_data: presentChart(await getSegmentChart(ctx, { visitor, workoutId, segmentId })),
        }),
      { params: segmentParams, detail: docs.getSegmentChart },
    )
    .get('/gpx', removed, { params: workoutParams, detail: docs.getGpxContent })
    .get('/gpx/segment/:segment_id', removed, {
      params: removedSegmentParams,
      detail: docs.getSegmentGpxContent,
    })
