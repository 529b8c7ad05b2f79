import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { textParam } from '@/http/query-params'
import { presentReactions, workoutReactions } from '@/present/workout-reactions'
import { listReactions } from '@/use-cases/workouts/list-reactions'

/** What the API document tells of the routes. */
const docs = operations({
  listWorkoutReactions: {
    summary: 'Count likes and comments of several workouts',
    description:
      'For lists, which leave them out. In the order of the ids; workouts that the caller may not see are left out.',
    answers: { 200: okAnswer({ data: t.Object({ reactions: t.Array(workoutReactions) }) }) },
    refusals: { 400: 'There are more than 20 ids.' },
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
