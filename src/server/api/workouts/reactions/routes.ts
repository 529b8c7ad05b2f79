import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { textParam } from '@/server/http/parameters/query-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { presentReactions, workoutReactions } from '@/server/responses/workouts/workout-reactions'
import type { AppContext } from '@/services/context'
import { listReactions } from '@/use-cases/workouts/read/list-reactions'

const docs = operations({
  listWorkoutReactions: {
    summary: 'Count likes and comments of several workouts',
    description:
      'For lists, which do not include them. In the order of the ids; workouts that the caller may not see are left out.',
    responses: { 200: okResponse({ data: t.Object({ reactions: t.Array(workoutReactions) }) }) },
    errors: { 400: 'There are more than 20 ids.' },
  },
})

const reactionsQuery = t.Object({
  ids: textParam('Short ids of at most 20 workouts, separated by commas.'),
})

export const workoutReactionRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/reactions', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '',
    async ({ caller, query }) => {
      const reactions = await listReactions(ctx, caller, query.ids)
      return ok({ data: { reactions: reactions.map(presentReactions) } })
    },
    {
      access: { scope: 'workouts:read' },
      query: reactionsQuery,
      detail: docs.listWorkoutReactions,
    },
  )
