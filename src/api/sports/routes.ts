import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_SPORT, sportParams } from '@/http/path-params'
import { flagParam, parseFlag } from '@/http/query-params'
import { presentSport, type SportView, sport } from '@/present/sport'
import { editSport } from '@/use-cases/sports/edit-sport'
import { getSport, listSports } from '@/use-cases/sports/read-sports'

const sportQuery = t.Object({
  check_workouts: flagParam('Adds `has_workouts`, for administrators.'),
})

const sportChanges = t.Object({
  is_active: t.Boolean({ description: 'Whether users may choose the sport.' }),
})

const answer = (sports: SportView[]) => ok({ data: { sports: sports.map(presentSport) } })

const sportsAnswer = okAnswer({ data: t.Object({ sports: t.Array(sport) }) })
/** What the API document tells of the routes. */
const docs = operations({
  listSports: {
    summary: 'List all sports',
    description:
      'With the caller’s preferences when there is a token. The catalogue is fixed: ids and English labels never change.',
    answers: { 200: sportsAnswer },
  },
  getSport: {
    summary: 'Read a sport',
    answers: { 200: sportsAnswer },
    refusals: { 404: NO_SPORT },
  },
  editSport: {
    summary: 'Open or close a sport for this server',
    description: 'Workouts of a closed sport stay.',
    answers: { 200: sportsAnswer },
    refusals: { 404: NO_SPORT },
  },
})

export const sportRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/sports', tags: ['Sports'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ visitor, query }) =>
        answer(await listSports(ctx, visitor, parseFlag(query.check_workouts))),
      {
        optionalAccess: { scope: 'workouts:read', suspended: true },
        query: sportQuery,
        detail: docs.listSports,
      },
    )
    .get(
      '/:sport_id',
      async ({ caller, params }) => answer(await getSport(ctx, caller, params.sport_id)),
      { access: { scope: 'workouts:read' }, params: sportParams, detail: docs.getSport },
    )
    .patch(
      '/:sport_id',
      async ({ caller, params, body }) =>
        answer(await editSport(ctx, caller, { id: params.sport_id, ...body })),
      {
        access: { scope: 'workouts:write', role: 'admin' },
        params: sportParams,
        body: sportChanges,
        detail: docs.editSport,
      },
    )
