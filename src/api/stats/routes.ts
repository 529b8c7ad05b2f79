import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { presentStatisticsBySport, presentStatisticsByTime } from '@/present/statistics'
import {
  getServerStatistics,
  getStatisticsBySport,
  getStatisticsByTime,
} from '@/use-cases/statistics/read-statistics'
import { bySportQuery, byTimeQuery, statsParams } from './schema'

export const statsRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/stats' })
    .use(endpoints(ctx))
    .get(
      '/all',
      async () => {
        const { sports, uploadsDirSize, users, workouts } = await getServerStatistics(ctx)
        return ok({ data: { sports, uploads_dir_size: uploadsDirSize, users, workouts } })
      },
      { access: { scope: 'workouts:read', role: 'moderator' } },
    )
    .get(
      '/:user_name/by_time',
      async ({ caller, params, query }) => {
        const request = { username: params.user_name, query }
        const statistics = await getStatisticsByTime(ctx, caller, request)
        return ok({ data: { statistics: presentStatisticsByTime(statistics) } })
      },
      { access: { scope: 'workouts:read' }, params: statsParams, query: byTimeQuery },
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
      { access: { scope: 'workouts:read' }, params: statsParams, query: bySportQuery },
    )
