import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { presentWorkoutInList } from '@/present/listed-workout'
import { getLatestWorkouts } from '@/use-cases/workouts/list-latest-workouts'
import { userParams } from './schema'

export const userWorkoutRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users/:user_name/workouts' }).use(endpoints(ctx)).get(
    '',
    async ({ visitor, params, wire }) => {
      const views = await getLatestWorkouts(ctx, visitor, params.user_name)
      return ok({ data: { workouts: views.map((view) => presentWorkoutInList(view, wire)) } })
    },
    { optionalAccess: { scope: 'workouts:read' }, params: userParams },
  )
