import { t } from 'elysia'
import { operations } from '@/server/http/operation'
import { dayParams, NO_SPORT } from '@/server/http/parameters/path-params'
import { pageParam, perPageParam } from '@/server/http/parameters/query-params'
import { EMPTY, okResponse, pageResponse } from '@/server/http/responses/envelope'
import {
  currentZones,
  loadUpdate,
  suggestion,
  threshold,
  thresholdKind,
  thresholdValue,
  zoneRules,
} from '@/server/responses/accounts/threshold'
import { nullable } from '@/server/responses/fields'

export const THRESHOLDS_PER_PAGE = { perPage: 50, max: 100 }

export const thresholdsQuery = t.Object({
  page: pageParam,
  per_page: perPageParam(THRESHOLDS_PER_PAGE),
})
export const thresholdParams = t.Object({
  kind: t.String({ description: thresholdKind.description ?? '' }),
  ...dayParams.properties,
})
export const sportQuery = t.Object({
  sport_id: t.Optional(
    t.Integer({
      description:
        'The only sport it applies to; by default, all sports without their own threshold.',
    }),
  ),
})
export const zonesQuery = t.Object({
  sport_id: t.Integer({ description: 'The sport of the zones.' }),
})
export const thresholdInput = t.Object({ value: thresholdValue })
export const zoneRulesInput = t.Partial(zoneRules, { minProperties: 1 })

const NO_THRESHOLD = 'The kind or the day is invalid.'

/** Entries of the routes in the API document. */
export const docs = operations({
  listThresholds: {
    summary: 'List the caller’s thresholds',
    description:
      'Latest day first. A threshold is in force from its day until the next one of its kind. Also the rules for zones, and the progress of recomputing loads after a change.',
    responses: {
      200: pageResponse({
        data: t.Object({
          thresholds: t.Array(threshold),
          rules: zoneRules,
          update: nullable(loadUpdate),
        }),
      }),
    },
  },
  listThresholdSuggestions: {
    summary: 'Suggest thresholds from the caller’s best efforts',
    description:
      'FTP is 95 % of the best twenty-minute power in 90 days, LTHR 95 % of the best twenty-minute heart rate, threshold pace the pace of an hour by Riegel’s formula, swim pace the critical speed between 400 and 1000 m, and the maximum heart rate that of one minute. Changes nothing.',
    responses: { 200: okResponse({ data: t.Object({ suggestions: t.Array(suggestion) }) }) },
  },
  getZones: {
    summary: 'Get the caller’s current zones in a sport',
    responses: { 200: okResponse({ data: currentZones }) },
    errors: { 400: 'No sport is given.', 404: NO_SPORT },
  },
  editThreshold: {
    summary: 'Set a threshold that is in force from a day on',
    description:
      'Replaces the threshold of that day. Zones and loads of workouts until the next threshold of its kind are recomputed in the background.',
    responses: { 200: okResponse({ data: t.Object({ threshold }) }) },
    errors: {
      400: `${NO_THRESHOLD} Or the day is in the future, or the value is implausible.`,
      404: NO_SPORT,
    },
  },
  removeThreshold: {
    summary: 'Delete a threshold',
    description:
      'The previous threshold stays in force instead. Zones and loads are recomputed in the background.',
    responses: { 204: EMPTY },
    errors: { 400: NO_THRESHOLD, 404: 'There is no such threshold, or no such sport.' },
  },
  editZoneRules: {
    summary: 'Choose how heart rate zones and TRIMP are computed',
    responses: { 200: okResponse({ data: t.Object({ rules: zoneRules }) }) },
    errors: { 400: 'The body is empty, or the model or curve is unknown.' },
  },
})
