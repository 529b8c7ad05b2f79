import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { EMPTY, noContent, ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_SPORT, sportParams } from '@/http/path-params'
import { presentSportPreference, sportPreference } from '@/present/sport'
import { editSportPreference, resetSportPreference } from '@/use-cases/sports/edit-sport-preference'
import { sportPreferenceChanges } from './schema'

const NO_VALUE =
  'A value cannot be: colour, threshold, or equipment that is not the caller’s or does not go with the sport.'
const edited = okAnswer({ data: sportPreference, message: t.String() })
/** What the API document tells of the routes. */
const docs = operations({
  editSportPreference: {
    summary: 'Change what the caller prefers for a sport',
    description: 'Changes those that are given besides `sport_id`; one at least.',
    answers: { 200: edited },
    refusals: { 400: NO_VALUE, 404: NO_SPORT },
  },
  editSportPreferenceByPost: {
    summary: 'Change what the caller prefers for a sport (old method)',
    description: 'The same as PATCH, which takes its place.',
    answers: { 200: edited },
    refusals: { 400: NO_VALUE, 404: NO_SPORT },
    deprecated: true,
  },
  resetSportPreference: {
    summary: 'Go back to the defaults of a sport',
    answers: { 204: EMPTY },
    refusals: { 404: NO_SPORT },
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
