import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_SPORT } from '@/http/path-params'
import { presentSportNames, sportNames } from '@/present/sport-names'
import { editSportNames, readSportNames } from '@/use-cases/sports/edit-sport-names'

const sportOrNull = t.Union([t.Integer(), t.Null()])
const changes = t.Object(
  {
    sport_names: t.Optional(
      t.Record(t.String(), sportOrNull, {
        description: 'The sport that is meant, by name in any spelling; null forgets the name.',
      }),
    ),
    default_sport_id: t.Optional(sportOrNull),
  },
  { minProperties: 1 },
)

/** What the API document tells of the routes. */
const docs = operations({
  getSportNames: {
    summary: 'Read which sports the caller means by names in recordings',
    description:
      'What holds for every upload without `sport_id`, and for imports. A name that is not listed has its usual meaning.',
    answers: { 200: okAnswer({ data: sportNames }) },
  },
  editSportNames: {
    summary: 'Say which sports are meant by names in recordings',
    description:
      'As in `{"sport_names": {"trail_running": 8, "2/8": null}, "default_sport_id": 1}`. Names that are not given stay as they are; workouts that are there already, too.',
    answers: { 200: okAnswer({ data: sportNames }) },
    refusals: { 400: 'A name is empty or too long, or there are too many.', 404: NO_SPORT },
  },
})

/** What the caller means by the names of sports. */
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
