import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { EMPTY, noContent, ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { dayParams } from '@/http/path-params'
import { pageParam, parsePageRequest, perPageParam } from '@/http/query-params'
import { kilograms, presentWeight, weight } from '@/present/weight'
import { editWeight, readWeights, removeWeight } from '@/use-cases/accounts/edit-weights'

const WEIGHTS_PER_PAGE = { perPage: 20, most: 100 }

const weightsQuery = t.Object({ page: pageParam, per_page: perPageParam(WEIGHTS_PER_PAGE) })
const weightInput = t.Object({ weight: kilograms })

/** What the API document tells of the routes. */
const docs = operations({
  listWeights: {
    summary: 'List what the caller weighed',
    description:
      'The latest day first. A weight holds until the next one; the first one also holds before its day.',
    answers: { 200: pageAnswer({ data: t.Object({ weights: t.Array(weight) }) }) },
  },
  editWeight: {
    summary: 'Note what the caller weighs from a day on',
    description:
      'In place of what was noted for that day. Watts per kilogram and estimated calories follow from it, of workouts that are there already, too.',
    answers: { 200: okAnswer({ data: t.Object({ weight }) }) },
    refusals: { 400: 'It is no day, one to come, or no weight of a person.' },
  },
  removeWeight: {
    summary: 'Forget the weight of a day',
    answers: { 204: EMPTY },
    refusals: { 404: 'No weight was noted for that day.' },
  },
})

/** What the caller weighs, dated; nobody else is told. */
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
        await removeWeight(ctx, caller, params.day)
        return noContent()
      },
      { access: { scope: 'profile:write' }, params: dayParams, detail: docs.removeWeight },
    )
