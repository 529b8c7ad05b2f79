import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_USER, NOT_OWN, userParams } from '@/http/path-params'
import { count } from '@/present/scalars'
import {
  presentStatisticsBySport,
  presentStatisticsByTime,
  serverStatistics,
  statisticsBySport,
  statisticsByTime,
} from '@/present/statistics'
import {
  getServerStatistics,
  getStatisticsBySport,
  getStatisticsByTime,
} from '@/use-cases/statistics/read-statistics'
import { bySportQuery, byTimeQuery } from './schema'

/** What the API document tells of the routes. */
const docs = operations({
  getServerStatistics: {
    summary: 'Count what the whole server holds',
    answers: { 200: okAnswer({ data: serverStatistics }) },
  },
  getStatisticsByTime: {
    summary: 'Sum up own workouts by period',
    description: 'Only of the caller’s own account. Periods without workouts are left out.',
    answers: { 200: okAnswer({ data: t.Object({ statistics: statisticsByTime }) }) },
    refusals: {
      400: 'A date cannot be read, or `time` or `type` is none of those that are possible.',
      403: NOT_OWN,
      404: NO_USER,
    },
  },
  getStatisticsBySport: {
    summary: 'Sum up own workouts by sport',
    description:
      'Only of the caller’s own account. `total_workouts` counts all sports, whatever is asked for.',
    answers: {
      200: okAnswer({
        data: t.Object({
          statistics: statisticsBySport,
          total_workouts: count('Workouts of all sports.'),
        }),
      }),
    },
    refusals: {
      400: '`sport_id` is no number.',
      403: NOT_OWN,
      404: 'There is no such user or sport.',
    },
  },
})

export const statsRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/stats', tags: ['Statistics'] })
    .use(endpoints(ctx))
    .get(
      '/all',
      async () => {
        const { sports, uploadsDirSize, users, workouts } = await getServerStatistics(ctx)
        return ok({ data: { sports, uploads_dir_size: uploadsDirSize, users, workouts } })
      },
      { access: { scope: 'workouts:read', role: 'moderator' }, detail: docs.getServerStatistics },
    )
    .get(
      '/:user_name/by_time',
      async ({ caller, params, query }) => {
        const request = { username: params.user_name, query }
        const statistics = await getStatisticsByTime(ctx, caller, request)
        return ok({ data: { statistics: presentStatisticsByTime(statistics) } })
      },
      {
        access: { scope: 'workouts:read' },
        params: userParams,
        query: byTimeQuery,
        detail: docs.getStatisticsByTime,
      },
    )
    .get(
      '/:user_name/by_sport',
      async ({ caller, params, query, wire }) => {
        const request = { username: params.user_name, sportId: query.sport_id }
        const { sports, workouts } = await getStatisticsBySport(ctx, caller, request)
        return ok({
          data: { statistics: presentStatisticsBySport(sports, wire), total_workouts: workouts },
        })
      },
      {
        access: { scope: 'workouts:read' },
        params: userParams,
        query: bySportQuery,
        detail: docs.getStatisticsBySport,
      },
    )
