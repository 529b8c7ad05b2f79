import { Elysia } from 'elysia'
import { endpoints, SESSION_ONLY } from '@/server/http/endpoints'
import { workoutParams } from '@/server/http/parameters/path-params'
import { created, noContent, ok } from '@/server/http/responses/envelope'
import { presentPrivacySettings, presentPrivacyZone } from '@/server/responses/accounts/privacy'
import type { AppContext } from '@/services/context'
import {
  createPrivacyZone,
  editPrivacySettings,
  editPrivacyZone,
  removePrivacyZone,
} from '@/use-cases/privacy/edit-privacy'
import { getPrivacy, suggestPrivacyZones } from '@/use-cases/privacy/read-privacy'
import { getPublicLines } from '@/use-cases/workouts/read/read-geometry'
import { docs, settingsInput, zoneChanges, zoneInput, zoneParams } from './schema'

/** What the caller hides, and what others see because of it. Apps must not learn where their users live. */
const settingsRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/privacy', tags: ['Privacy'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller }) => {
        const { settings, zones } = await getPrivacy(ctx, caller)
        return ok({
          data: {
            settings: presentPrivacySettings(settings),
            zones: zones.map(presentPrivacyZone),
          },
        })
      },
      { access: SESSION_ONLY, detail: docs.getPrivacy },
    )
    .patch(
      '',
      async ({ caller, body }) => {
        const settings = await editPrivacySettings(ctx, caller, body)
        return ok({ data: { settings: presentPrivacySettings(settings) } })
      },
      { access: SESSION_ONLY, body: settingsInput, detail: docs.editPrivacySettings },
    )
    .get(
      '/suggestions',
      async ({ caller }) => ok({ data: { suggestions: await suggestPrivacyZones(ctx, caller) } }),
      { access: SESSION_ONLY, detail: docs.suggestPrivacyZones },
    )
    .get(
      '/workouts/:workout_short_id',
      async ({ caller, params }) => {
        const geojson = await getPublicLines(ctx, caller, params.workout_short_id)
        return ok({ data: { geojson } })
      },
      { access: SESSION_ONLY, params: workoutParams, detail: docs.getPublicLines },
    )

/** The zones of the caller. */
const zoneRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/privacy/zones', tags: ['Privacy'] })
    .use(endpoints(ctx))
    .post(
      '',
      async ({ caller, body, status }) => {
        const zone = await createPrivacyZone(ctx, caller, { hides_passages: true, ...body })
        return status(201, created({ data: { zone: presentPrivacyZone(zone) } }))
      },
      { access: SESSION_ONLY, body: zoneInput, detail: docs.createPrivacyZone },
    )
    .patch(
      '/:zone_id',
      async ({ caller, params: { zone_id: id }, body: changes }) => {
        const zone = await editPrivacyZone(ctx, caller, { id, changes })
        return ok({ data: { zone: presentPrivacyZone(zone) } })
      },
      { access: SESSION_ONLY, params: zoneParams, body: zoneChanges, detail: docs.editPrivacyZone },
    )
    .delete(
      '/:zone_id',
      async ({ caller, params }) => {
        await removePrivacyZone(ctx, caller, params.zone_id)
        return noContent()
      },
      { access: SESSION_ONLY, params: zoneParams, detail: docs.deletePrivacyZone },
    )

export const privacyRoutes = (ctx: AppContext) =>
  new Elysia().use(settingsRoutes(ctx)).use(zoneRoutes(ctx))
