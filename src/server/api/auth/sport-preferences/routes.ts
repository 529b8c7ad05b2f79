import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_SPORT, sportParams } from '@/server/http/parameters/path-params'
import { EMPTY, noContent, ok, okResponse } from '@/server/http/responses/envelope'
import { presentSportPreference, sportPreference } from '@/server/responses/accounts/sport'
import type { AppContext } from '@/services/context'
import { editSportPreference, resetSportPreference } from '@/use-cases/sports/edit-sport-preference'
import { sportPreferenceChanges } from './schema'

const NO_VALUE =
  'The colour or threshold is invalid, or the equipment is not the caller’s or does not suit the sport.'
const edited = okResponse({ data: sportPreference, message: t.String() }, 'SportPreferenceResult')
const docs = operations({
  editSportPreference: {
    summary: "Change the caller's preferences for a sport",
    description: 'Changes the given values; at least one is required in addition to `sport_id`.',
    responses: { 200: edited },
    errors: { 400: NO_VALUE, 404: NO_SPORT },
  },
  editSportPreferenceByPost: {
    summary: "Change the caller's preferences for a sport (old method)",
    description: 'Use PATCH instead, which does the same.',
    responses: { 200: edited },
    errors: { 400: NO_VALUE, 404: NO_SPORT },
    deprecated: true,
  },
  resetSportPreference: {
    summary: 'Reset the preferences for a sport to its defaults',
    responses: { 204: EMPTY },
    errors: { 404: NO_SPORT },
  },
})

export const sportPreferenceRoutes = (ctx: AppContext) => {
  const edit = async (...change: Parameters<typeof editSportPreference>) => {
    const { preference, defaultEquipments } = await editSportPreference(...change)
    return ok({
      data: presentSportPreference(preference, defaultEquipments),
      message: 'user sport preferences updated',
    })
  }
  return new Elysia({ prefix: '/auth/profile', tags: ['Sports'] })
    .use(endpoints(ctx))
    .patch('/edit/sports', ({ caller, body }) => edit(ctx, caller, body), {
      access: { scope: 'profile:write' },
      body: sportPreferenceChanges,
      detail: docs.editSportPreference,
    })
    .post('/edit/sports', ({ caller, body }) => edit(ctx, caller, body), {
      access: { scope: 'profile:write' },
      body: sportPreferenceChanges,
      detail: docs.editSportPreferenceByPost,
    })
    .delete(
      '/reset/sports/:sport_id',
      async ({ caller, params }) => {
        await resetSportPreference(ctx, caller, params.sport_id)
        return noContent()
      },
      {
        access: { scope: 'profile:write' },
        params: sportParams,
        detail: docs.resetSportPreference,
      },
    )
}
