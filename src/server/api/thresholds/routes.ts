import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { parsePageRequest } from '@/server/http/parameters/query-params'
import { noContent, ok, paginated } from '@/server/http/responses/envelope'
import {
  presentCurrentZones,
  presentLoadUpdate,
  presentSuggestion,
  presentThreshold,
  presentZoneRules,
} from '@/server/responses/accounts/threshold'
import type { AppContext } from '@/services/context'
import {
  deleteOwnThreshold,
  editThreshold,
  editZoneRules,
  readThresholds,
} from '@/use-cases/training/edit-thresholds'
import { readZones } from '@/use-cases/training/read-zones'
import { listSuggestions } from '@/use-cases/training/suggest-thresholds'
import {
  docs,
  sportQuery,
  THRESHOLDS_PER_PAGE,
  thresholdInput,
  thresholdParams,
  thresholdsQuery,
  zoneRulesInput,
  zonesQuery,
} from './schema'

const READ = { scope: 'profile:read' } as const
const WRITE = { scope: 'profile:write' } as const

/** Lists, suggestions, and zones with their rules. */
const zoneRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/thresholds', tags: ['Training'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const request = parsePageRequest(query, THRESHOLDS_PER_PAGE)
        const found = await readThresholds(ctx, caller.userId, request)
        const data = {
          thresholds: found.rows.map(presentThreshold),
          rules: presentZoneRules(found.rules),
          update: presentLoadUpdate(found.update),
        }
        return paginated({ data }, paginationOf(request, found.total))
      },
      { access: READ, query: thresholdsQuery, detail: docs.listThresholds },
    )
    .get(
      '/suggestions',
      async ({ caller }) => {
        const suggestions = await listSuggestions(ctx, caller)
        return ok({ data: { suggestions: suggestions.map(presentSuggestion) } })
      },
      { access: READ, detail: docs.listThresholdSuggestions },
    )
    .get(
      '/zones',
      async ({ caller, query }) =>
        ok({ data: presentCurrentZones(await readZones(ctx, caller, query.sport_id)) }),
      { access: READ, query: zonesQuery, detail: docs.getZones },
    )
    .patch(
      '/rules',
      async ({ caller, body }) => {
        const rules = await editZoneRules(ctx, caller, {
          ...(body.heart_rate_model && { heartRateModel: body.heart_rate_model }),
          ...(body.trimp_weighting && { trimpWeighting: body.trimp_weighting }),
          ...(body.energy_by_heart_rate && { energyFormula: body.energy_by_heart_rate }),
        })
        return ok({ data: { rules: presentZoneRules(rules) } })
      },
      { access: WRITE, body: zoneRulesInput, detail: docs.editZoneRules },
    )

/** The threshold that applies from a day on. */
const dayRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/thresholds', tags: ['Training'] })
    .use(endpoints(ctx))
    .put(
      '/:kind/:day',
      async ({ caller, params, query, body }) => {
        const named = { ...params, sportId: query.sport_id }
        const row = await editThreshold(ctx, caller, { ...named, value: body.value })
        return ok({ data: { threshold: presentThreshold(row) } })
      },
      {
        access: WRITE,
        params: thresholdParams,
        query: sportQuery,
        body: thresholdInput,
        detail: docs.editThreshold,
      },
    )
    .delete(
      '/:kind/:day',
      async ({ caller, params, query }) => {
        await deleteOwnThreshold(ctx, caller, { ...params, sportId: query.sport_id })
        return noContent()
      },
      { access: WRITE, params: thresholdParams, query: sportQuery, detail: docs.removeThreshold },
    )

/** Thresholds, from which zones and training loads are computed. Visible to the caller only. */
export const thresholdRoutes = (ctx: AppContext) =>
  new Elysia().use(zoneRoutes(ctx)).use(dayRoutes(ctx))
