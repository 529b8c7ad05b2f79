import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { parseFlag } from '@/http/query-params'
import { presentSport, type SportView } from '@/present/sport'
import { editSport } from '@/use-cases/sports/edit-sport'
import { getSport, listSports } from '@/use-cases/sports/read-sports'
import { sportChanges, sportParams, sportQuery } from './schema'

const answer = (sports: SportView[]) => ok({ data: { sports: sports.map(presentSport) } })

export const sportRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/sports' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ visitor, query }) =>
        answer(await listSports(ctx, visitor, parseFlag(query.check_workouts))),
      { optionalAccess: { scope: 'workouts:read', suspended: true }, query: sportQuery },
    )
    .get(
      '/:sport_id',
      async ({ caller, params }) => answer(await getSport(ctx, caller, params.sport_id)),
      { access: { scope: 'workouts:read' }, params: sportParams },
    )
    .patch(
      '/:sport_id',
      async ({ caller, params, body }) =>
        answer(await editSport(ctx, caller, { id: params.sport_id, ...body })),
      {
        access: { scope: 'workouts:write', role: 'admin' },
        params: sportParams,
        body: sportChanges,
      },
    )
