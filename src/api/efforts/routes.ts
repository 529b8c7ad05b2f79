import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePageRequest } from '@/http/query-params'
import { presentBestEffort } from '@/present/workout-analysis'
import {
  type EffortsRequest,
  listBestsOfSport,
  rankEfforts,
} from '@/use-cases/workouts/list-efforts'
import { bestsQuery, docs, PAGE_SIZES, rankingQuery } from './schema'

const requestOf = ({ sport_id, from, to }: typeof bestsQuery.static): EffortsRequest => ({
  sportId: sport_id,
  from,
  to,
})

export const effortRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/efforts', tags: ['Statistics'] })
    .use(endpoints(ctx))
    .guard({ access: { scope: 'workouts:read' } })
    .get(
      '',
      async ({ caller, query }) => {
        const efforts = await listBestsOfSport(ctx, caller, requestOf(query))
        return ok({ data: { efforts: efforts.map(presentBestEffort) } })
      },
      { query: bestsQuery, detail: docs.listBestEfforts },
    )
    .get(
      '/ranking',
      async ({ caller, query }) => {
        const { kind, target } = query
        const page = parsePageRequest(query, PAGE_SIZES)
        const found = await rankEfforts(ctx, caller, { ...requestOf(query), kind, target }, page)
        return paginated(
          { data: { efforts: found.rows.map(presentBestEffort) } },
          paginationOf(page, found.total),
        )
      },
      { query: rankingQuery, detail: docs.rankEfforts },
    )
