import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { dayParams } from '@/server/http/parameters/path-params'
import { pageParam, parsePageRequest, perPageParam } from '@/server/http/parameters/query-params'
import {
  EMPTY,
  noContent,
  ok,
  okResponse,
  pageResponse,
  paginated,
} from '@/server/http/responses/envelope'
import { kilograms, presentWeight, weight } from '@/server/responses/accounts/weight'
import type { AppContext } from '@/services/context'
import { deleteOwnWeight, editWeight, readWeights } from '@/use-cases/accounts/edit-weights'

const WEIGHTS_PER_PAGE = { perPage: 20, max: 100 }

const weightsQuery = t.Object({ page: pageParam, per_page: perPageParam(WEIGHTS_PER_PAGE) })
const weightInput = t.Object({ weight: kilograms })

const docs = operations({
  listWeights: {
    summary: "List the caller's weights",
    description:
      'Latest day first. A weight is in force until the next one; the first one also before its day.',
    responses: { 200: pageResponse({ data: t.Object({ weights: t.Array(weight) }) }) },
  },
  editWeight: {
    summary: "Set the caller's weight from a day on",
    description:
      'Replaces the weight of that day. Watts per kilogram and estimated calories of existing workouts change accordingly.',
    responses: { 200: okResponse({ data: t.Object({ weight }) }) },
    errors: { 400: 'The day is invalid or in the future, or the weight is implausible.' },
  },
  removeWeight: {
    summary: 'Delete the weight of a day',
    responses: { 204: EMPTY },
    errors: { 404: 'There is no weight for that day.' },
  },
})

/** The caller's weights by date, visible to the caller only. */
export const weightRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/profile/weights', tags: ['Profile'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const request = parsePageRequest(query, WEIGHTS_PER_PAGE)
        const { rows, total } = await readWeights(ctx, caller, request)
        return paginated(
          { data: { weights: rows.map(presentWeight) } },
          paginationOf(request, total),
        )
      },
      { access: { scope: 'profile:read' }, query: weightsQuery, detail: docs.listWeights },
    )
    .put(
      '/:day',
      async ({ caller, params, body }) => {
        const row = await editWeight(ctx, caller, { ...params, ...body })
        return ok({ data: { weight: presentWeight(row) } })
      },
      {
        access: { scope: 'profile:write' },
        params: dayParams,
        body: weightInput,
        detail: docs.editWeight,
      },
    )
    .delete(
      '/:day',
      async ({ caller, params }) => {
        await deleteOwnWeight(ctx, caller, params.day)
        return noContent()
      },
      { access: { scope: 'profile:write' }, params: dayParams, detail: docs.removeWeight },
    )
