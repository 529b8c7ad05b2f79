import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_SPORT } from '@/server/http/parameters/path-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { presentSportNames, sportNames } from '@/server/responses/accounts/sport-names'
import type { AppContext } from '@/services/context'
import { editSportNames, readSportNames } from '@/use-cases/sports/edit-sport-names'

const sportOrNull = t.Union([t.Integer(), t.Null()])
const changes = t.Object(
  {
    sport_names: t.Optional(
      t.Record(t.String(), sportOrNull, {
        description: 'Sport id by name, in any spelling; null removes the mapping.',
      }),
    ),
    default_sport_id: t.Optional(sportOrNull),
  },
  { minProperties: 1 },
)

const docs = operations({
  getSportNames: {
    summary: "Get the caller's mapping from sport names in recordings to sports",
    description:
      'Applies to every upload without `sport_id`, and to imports. Unlisted names have their default meaning.',
    responses: { 200: okResponse({ data: sportNames }) },
  },
  editSportNames: {
    summary: 'Change the mapping from sport names in recordings to sports',
    description:
      'Example: `{"sport_names": {"trail_running": 8, "2/8": null}, "default_sport_id": 1}`. Other names, and existing workouts, do not change.',
    responses: { 200: okResponse({ data: sportNames }) },
    errors: { 400: 'A name is empty or too long, or there are too many.', 404: NO_SPORT },
  },
})

/** The caller's mapping from sport names to sports. */
export const sportNameRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/profile/sport-names', tags: ['Sports'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller }) => ok({ data: presentSportNames(await readSportNames(ctx, caller)) }),
      { access: { scope: 'profile:read' }, detail: docs.getSportNames },
    )
    .patch(
      '',
      async ({ caller, body }) =>
        ok({ data: presentSportNames(await editSportNames(ctx, caller, body)) }),
      { access: { scope: 'profile:write' }, body: changes, detail: docs.editSportNames },
    )
