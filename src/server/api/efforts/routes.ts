import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { workoutParams } from '@/server/http/parameters/path-params'
import { parsePageRequest } from '@/server/http/parameters/query-params'
import { ok, paginated } from '@/server/http/responses/envelope'
import {
  presentBestEffort,
  presentExcludedEfforts,
  presentImprovedEffort,
  presentPlacedEfforts,
} from '@/server/responses/workouts/effort'
import type { AppContext } from '@/services/context'
import {
  type EffortsRequest,
  listBestsOfSport,
  listImprovements,
  placeEfforts,
  rankEfforts,
} from '@/use-cases/workouts/read/list-efforts'
import { excludeEffort } from '@/use-cases/workouts/write/exclude-effort'
import { bestsQuery, docs, effortChange, historyQuery, PAGE_SIZES, rankingQuery } from './schema'

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
    .get(
      '/history',
      async ({ caller, query }) => {
        const { sport_id: sportId, kind, target } = query
        const page = parsePageRequest(query, PAGE_SIZES)
        const found = await listImprovements(ctx, caller, { sportId, kind, target }, page)
        return paginated(
          { data: { efforts: found.rows.map(presentImprovedEffort) } },
          paginationOf(page, found.total),
        )
      },
      { query: historyQuery, detail: docs.listImprovedEfforts },
    )

/** Efforts ranked among those of the owner's other workouts, for the owner only. */
export const placedEffortRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Recordings'] })
    .use(endpoints(ctx))
    .get(
      '/efforts',
      async ({ caller, params }) => {
        return ok({ data: presentPlaced(await placeEfforts(ctx, caller, params.workout_short_id)) })
      },
      {
        access: { scope: 'workouts:read' },
        params: workoutParams,
        detail: docs.listPlacedEfforts,
      },
    )
    .patch(
      '/efforts',
      async ({ caller, params, body }) => {
        const { workout_short_id: shortId } = params
        await excludeEffort(ctx, caller, { shortId, ...body })
        return ok({ data: presentPlaced(await placeEfforts(ctx, caller, shortId)) })
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        body: effortChange,
        detail: docs.editEffort,
      },
    )

const presentPlaced = ({
  efforts,
  excluded,
  display,
}: Awaited<ReturnType<typeof placeEfforts>>) => ({
  efforts: presentPlacedEfforts(efforts, display),
  excluded: presentExcludedEfforts(excluded),
})
