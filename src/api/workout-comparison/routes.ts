import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { textParam } from '@/http/query-params'
import { comparison, presentComparison } from '@/present/comparison'
import { compareWorkouts } from '@/use-cases/workouts/compare-workouts'

const comparisonQuery = t.Object({
  ids: textParam('Short ids of two to six workouts, separated by commas.'),
})

/** What the API document tells of the routes. */
const docs = operations({
  compareWorkouts: {
    summary: 'Compare workouts',
    description:
      'Values along the way of the first workout; those of the others at the same places where they went the same way. What needs a map, heart rates, power or elevations is there only for those who may see these.',
    answers: { 200: okAnswer({ data: t.Object({ comparison }) }) },
    refusals: {
      400: 'They are fewer than two, or more than six.',
      404: 'One of them is not there, or the caller may not see its charts.',
    },
  },
})

export const workoutComparisonRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '/compare',
    async ({ caller, query, wire }) => {
      const compared = await compareWorkouts(ctx, caller, query.ids)
      return ok({ data: { comparison: presentComparison(compared, wire) } })
    },
    {
      access: { scope: 'workouts:read' },
      query: comparisonQuery,
      detail: docs.compareWorkouts,
    },
  )
