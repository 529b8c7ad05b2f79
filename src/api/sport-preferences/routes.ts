import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { noContent, ok } from '@/http/envelope'
import { presentSportPreference } from '@/present/sport'
import { editSportPreference, resetSportPreference } from '@/use-cases/sports/edit-sport-preference'
import { sportParams, sportPreferenceChanges } from './schema'

export const sportPreferenceRoutes = (ctx: AppContext) => {
  const edit = async (...change: Parameters<typeof editSportPreference>) => {
    const { preference, defaultEquipments } = await editSportPreference(...change)
    return ok({
      data: presentSportPreference(preference, defaultEquipments),
      message: 'user sport preferences updated',
    })
  }
  return new Elysia({ prefix: '/auth/profile' })
    .use(endpoints(ctx))
    .patch('/edit/sports', ({ caller, body }) => edit(ctx, caller, body), {
      access: { scope: 'profile:write' },
      body: sportPreferenceChanges,
    })
    .post('/edit/sports', ({ caller, body }) => edit(ctx, caller, body), {
      access: { scope: 'profile:write' },
      body: sportPreferenceChanges,
      detail: { deprecated: true },
    })
    .delete(
      '/reset/sports/:sport_id',
      async ({ caller, params }) => {
        await resetSportPreference(ctx, caller, params.sport_id)
        return noContent()
      },
      { access: { scope: 'profile:write' }, params: sportParams },
    )
}
