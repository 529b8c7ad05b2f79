import { Elysia, t } from 'elysia'
import { SPORT_ICONS } from '@/domain/reference/sport-icons'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_SPORT, sportParams } from '@/server/http/parameters/path-params'
import { flagParam, parseFlag } from '@/server/http/parameters/query-params'
import {
  created,
  createdResponse,
  EMPTY,
  noContent,
  ok,
  okResponse,
} from '@/server/http/responses/envelope'
import { presentSport, type SportView, sport } from '@/server/responses/accounts/sport'
import type { AppContext } from '@/services/context'
import { createSport, deleteCustomSport } from '@/use-cases/sports/custom-sport'
import { editSport } from '@/use-cases/sports/edit-sport'
import { getSport, listSports } from '@/use-cases/sports/read-sports'

const sportQuery = t.Object({
  check_workouts: flagParam('Adds `has_workouts`, for administrators.'),
  all: flagParam('Includes sports that are not yet used or enabled on this server.'),
})

const appearance = {
  icon: t.Optional(
    t.Union([t.Null(), t.String()], {
      description: `Name of its icon, one of ${SPORT_ICONS.join(', ')}; null: that of the sport it behaves like.`,
    }),
  ),
  color: t.Optional(
    t.Union([t.Null(), t.String()], {
      description: '`#RRGGBB`; null: that of the sport it behaves like.',
    }),
  ),
}
const LABEL = { description: 'Name, up to 50 characters; the same for all languages.' }

const sportChanges = t.Object({
  is_active: t.Optional(t.Boolean({ description: 'Whether users can choose the sport.' })),
  label: t.Optional(t.String(LABEL)),
  ...appearance,
})

const newSport = t.Object({
  label: t.String(LABEL),
  behaves_like: t.Integer({
    description:
      'Id of a sport of the catalogue. The new sport has its units, measurements and equipment. Cannot be changed.',
  }),
  ...appearance,
})

const okSports = (sports: SportView[]) => ok({ data: { sports: sports.map(presentSport) } })

const sportsResponse = okResponse({ data: t.Object({ sports: t.Array(sport) }) }, 'SportsResult')
const docs = operations({
  listSports: {
    summary: 'List all sports',
    description:
      'With the caller’s preferences if there is a token. The catalogue is fixed: ids and English labels never change. Sports with ids from 1000 are listed once a workout or a preference uses them, or an administrator enables them; ids from 10000 are custom sports, whose id divided by 10000 is the sport that they behave like.',
    responses: { 200: sportsResponse },
  },
  getSport: {
    summary: 'Get a sport',
    responses: { 200: sportsResponse },
    errors: { 404: NO_SPORT },
  },
  editSport: {
    summary: 'Enable or disable a sport on this server, or change a custom sport',
    description:
      'Workouts of a disabled sport are not deleted. Label, icon and colour are ignored for sports of the catalogue.',
    responses: { 200: sportsResponse },
    errors: { 400: 'There is no change, or a value is invalid.', 404: NO_SPORT },
  },
  createSport: {
    summary: 'Add a custom sport',
    responses: { 201: createdResponse({ data: t.Object({ sports: t.Array(sport) }) }) },
    errors: { 400: 'A value is missing or invalid, or the label is taken.' },
  },
  deleteSport: {
    summary: 'Delete a custom sport without workouts',
    description: 'Also deletes preferences, thresholds and sport names of users for it.',
    responses: { 204: EMPTY },
    errors: { 400: 'The sport has workouts, or is not a custom one.', 404: NO_SPORT },
  },
})

export const sportRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/sports', tags: ['Sports'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ visitor, query }) =>
        okSports(
          await listSports(ctx, visitor, {
            checkWorkouts: parseFlag(query.check_workouts),
            includesUnused: parseFlag(query.all),
          }),
        ),
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
    .post(
      '',
      async ({ caller, body, status }) =>
        status(
          201,
          created({ data: { sports: (await createSport(ctx, caller, body)).map(presentSport) } }),
        ),
      {
        access: { scope: 'workouts:write', role: 'admin' },
        body: newSport,
        detail: docs.createSport,
      },
    )
    .delete(
      '/:sport_id',
      async ({ params, caller }) => {
        await deleteCustomSport(ctx, caller, params.sport_id)
        return noContent()
      },
      {
        access: { scope: 'workouts:write', role: 'admin' },
        params: sportParams,
        detail: docs.deleteSport,
      },
    )
