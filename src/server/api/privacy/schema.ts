import { t } from 'elysia'
import { operations } from '@/server/http/operation'
import { NO_WORKOUT, NOT_OWN } from '@/server/http/parameters/path-params'
import { createdResponse, EMPTY, okResponse } from '@/server/http/responses/envelope'
import {
  privacySettings,
  privacyZone,
  RADIUS,
  suggestedZone,
  ZONE_NAME,
} from '@/server/responses/accounts/privacy'
import { multiLineString } from '@/server/responses/workouts/workout-map'
import { MAX_ZONES } from '@/use-cases/privacy/edit-privacy'
import { ZONE_LIMITS } from '@/use-cases/privacy/zone-limits'

const fields = {
  name: t.String({ minLength: 1, maxLength: ZONE_LIMITS.name, description: ZONE_NAME }),
  positions: t.Array(
    t.Object({
      latitude: t.Number({ minimum: -90, maximum: 90, description: 'Degrees.' }),
      longitude: t.Number({ minimum: -180, maximum: 180, description: 'Degrees.' }),
    }),
    {
      minItems: 1,
      maxItems: ZONE_LIMITS.positions,
      description:
        'One: the centre of a circle. Three or more: the outline of an area, without repeating the first position.',
    },
  ),
  radius: t.Integer({
    minimum: ZONE_LIMITS.minRadius,
    maximum: ZONE_LIMITS.maxRadius,
    description: RADIUS,
  }),
}
const passages = {
  hides_passages: t.Boolean({
    description: 'Whether parts of workouts that only pass through are hidden, too.',
  }),
}

export const zoneParams = t.Object({ zone_id: t.String({ description: '`id` of the zone.' }) })
export const zoneInput = t.Object({
  ...fields,
  hides_passages: t.Optional(t.Boolean({ ...passages.hides_passages, default: true })),
})
export const zoneChanges = t.Partial(t.Object({ ...fields, ...passages }), { minProperties: 1 })
export const settingsInput = t.Partial(
  t.Object({
    hidden_metres: t.Integer({
      minimum: 0,
      maximum: ZONE_LIMITS.hiddenMetres,
      description: 'Metres that others do not see at both ends of each workout, at least.',
    }),
    hides_times: t.Boolean({ description: 'Whether others see only the day of a workout.' }),
  }),
  { minProperties: 1 },
)

const UNKNOWN = 'The caller has no such zone.'
const INVALID = 'The name is empty, or there are two positions.'

export const docs = operations({
  getPrivacy: {
    summary: 'Get what the caller hides of their recordings',
    description:
      'It applies to everything that others receive: maps, charts, totals, images, feeds and public links, also to moderators. Only for logged-in users, not for apps.',
    responses: {
      200: okResponse({
        data: t.Object({ settings: privacySettings, zones: t.Array(privacyZone) }),
      }),
    },
  },
  editPrivacySettings: {
    summary: 'Edit what the caller hides of all their recordings',
    responses: { 200: okResponse({ data: t.Object({ settings: privacySettings }) }) },
  },
  suggestPrivacyZones: {
    summary: 'List places for which the caller may want a privacy zone',
    description:
      'Where at least three workouts start, most frequent first, outside existing zones.',
    responses: { 200: okResponse({ data: t.Object({ suggestions: t.Array(suggestedZone) }) }) },
  },
  getPublicLines: {
    summary: "Get the lines of one of the caller's workouts that others may see",
    description: 'Whatever the visibility of the workout; without lines if all is hidden.',
    responses: { 200: okResponse({ data: t.Object({ geojson: multiLineString }) }) },
    errors: { 403: NOT_OWN, 404: NO_WORKOUT },
  },
  createPrivacyZone: {
    summary: 'Create a privacy zone',
    responses: { 201: createdResponse({ data: t.Object({ zone: privacyZone }) }) },
    errors: { 400: `${INVALID} Or there are already ${MAX_ZONES} zones.` },
  },
  editPrivacyZone: {
    summary: 'Edit a privacy zone',
    responses: { 200: okResponse({ data: t.Object({ zone: privacyZone }) }) },
    errors: { 400: INVALID, 404: UNKNOWN },
  },
  deletePrivacyZone: {
    summary: 'Delete a privacy zone',
    description: 'Others see what it has hidden at once.',
    responses: { 204: EMPTY },
    errors: { 404: UNKNOWN },
  },
})
