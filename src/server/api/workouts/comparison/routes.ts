import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { textParam } from '@/server/http/parameters/query-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { comparison, presentComparison } from '@/server/responses/workouts/comparison'
import type { AppContext } from '@/services/context'
import { compareWorkouts } from '@/use-cases/workouts/read/compare-workouts'

const comparisonQuery = t.Object({
  ids: textParam('Short ids of two to six workouts, separated by commas.'),
})

const docs = operations({
  compareWorkouts: {
    summary: 'Compare workouts',
    description:
      'Values along the course of the first workout, with those of the others at the same places where they followed the same course. Values that require a map, heart rates, power or elevations are only included if the caller may see these.',
    responses: { 200: okResponse({ data: t.Object({ comparison }) }) },
    errors: {
      400: 'There are fewer than two ids, or more than six.',
      404: 'One of them does not exist, or the caller may not see its charts.',
    },
  },
})

export const workoutComparisonRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '/compare',
    async ({ caller, query, dialect }) => {
      const compared = await compareWorkouts(ctx, caller, query.ids)
      return ok({ data: { comparison: presentComparison(compared, dialect) } })
    },
    {
      access: { scope: 'workouts:read' },
      query: comparisonQuery,
      detail: docs.compareWorkouts,
    },
  )
