import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_USER, NOT_OWN, userParams } from '@/server/http/parameters/path-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { count } from '@/server/responses/fields'
import {
  presentStatisticsBySport,
  presentStatisticsByTime,
  serverStatistics,
  statisticsBySport,
  statisticsByTime,
} from '@/server/responses/statistics'
import type { AppContext } from '@/services/context'
import {
  getServerStatistics,
  getStatisticsBySport,
  getStatisticsByTime,
} from '@/use-cases/statistics/read-statistics'
import { bySportQuery, byTimeQuery } from './schema'

const docs = operations({
  getServerStatistics: {
    summary: 'Get statistics of the whole server',
    responses: { 200: okResponse({ data: serverStatistics }) },
  },
  getStatisticsByTime: {
    summary: "Get totals of the caller's workouts by period",
    description: 'Only for the caller’s own account. Periods without workouts are left out.',
    responses: { 200: okResponse({ data: t.Object({ statistics: statisticsByTime }) }) },
    errors: {
      400: 'A date is invalid, or the value of `time` or `type` is unknown.',
      403: NOT_OWN,
      404: NO_USER,
    },
  },
  getStatisticsBySport: {
    summary: "Get totals of the caller's workouts by sport",
    description: 'Only for the caller’s own account. `total_workouts` always counts all sports.',
    responses: {
      200: okResponse({
        data: t.Object({
          statistics: statisticsBySport,
          total_workouts: count('Workouts of all sports.'),
        }),
      }),
    },
    errors: {
      400: '`sport_id` is not a number.',
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
      async ({ caller, params, query, dialect }) => {
        const request = { username: params.user_name, sportId: query.sport_id }
        const { sports, workouts } = await getStatisticsBySport(ctx, caller, request)
        return ok({
          data: { statistics: presentStatisticsBySport(sports, dialect), total_workouts: workouts },
        })
      },
      {
        access: { scope: 'workouts:read' },
        params: userParams,
        query: bySportQuery,
        detail: docs.getStatisticsBySport,
      },
    )
