import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_SPORT, sportParams } from '@/server/http/parameters/path-params'
import { flagParam, parseFlag } from '@/server/http/parameters/query-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { presentSport, type SportView, sport } from '@/server/responses/accounts/sport'
import type { AppContext } from '@/services/context'
import { editSport } from '@/use-cases/sports/edit-sport'
import { getSport, listSports } from '@/use-cases/sports/read-sports'

const sportQuery = t.Object({
  check_workouts: flagParam('Adds `has_workouts`, for administrators.'),
})

const sportChanges = t.Object({
  is_active: t.Boolean({ description: 'Whether users can choose the sport.' }),
})

const okSports = (sports: SportView[]) => ok({ data: { sports: sports.map(presentSport) } })

const sportsResponse = okResponse({ data: t.Object({ sports: t.Array(sport) }) })
const docs = operations({
  listSports: {
    summary: 'List all sports',
    description:
      'With the caller’s preferences if there is a token. The catalogue is fixed: ids and English labels never change.',
    responses: { 200: sportsResponse },
  },
  getSport: {
    summary: 'Get a sport',
    responses: { 200: sportsResponse },
    errors: { 404: NO_SPORT },
  },
  editSport: {
    summary: 'Enable or disable a sport on this server',
    description: 'Workouts of a disabled sport are not deleted.',
    responses: { 200: sportsResponse },
    errors: { 404: NO_SPORT },
  },
})

export const sportRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/sports', tags: ['Sports'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ visitor, query }) =>
        okSports(await listSports(ctx, visitor, parseFlag(query.check_workouts))),
      {
        optionalAccess: { scope: 'workouts:read', suspended: true },
        query: sportQuery,
        detail: docs.listSports,
      },
    )
    .get(
      '/:sport_id',
      async ({ caller, params }) => okSports(await getSport(ctx, caller, params.sport_id)),
      { access: { scope: 'workouts:read' }, params: sportParams, detail: docs.getSport },
    )
    .patch(
      '/:sport_id',
      async ({ caller, params, body }) =>
        okSports(await editSport(ctx, caller, { id: params.sport_id, ...body })),
      {
        access: { scope: 'workouts:write', role: 'admin' },
        params: sportParams,
        body: sportChanges,
        detail: docs.editSport,
      },
    )
