import { t } from 'elysia'
import { EMPTY, okAnswer, pageAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { dayParams, NO_SPORT } from '@/http/path-params'
import { pageParam, perPageParam } from '@/http/query-params'
import { nullable } from '@/present/scalars'
import {
  currentZones,
  loadUpdate,
  suggestion,
  threshold,
  thresholdKind,
  thresholdValue,
  zoneRules,
} from '@/present/threshold'

export const THRESHOLDS_PER_PAGE = { perPage: 50, most: 100 }

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
    t.Integer({ description: 'The only sport; all that have none of their own by default.' }),
  ),
})
export const zonesQuery = t.Object({
  sport_id: t.Integer({ description: 'The sport in which they hold.' }),
})
export const thresholdInput = t.Object({ value: thresholdValue })
export const zoneRulesInput = t.Partial(zoneRules, { minProperties: 1 })

const NO_THRESHOLD = 'The kind is none, or it is no day.'

/** What the API document tells of the routes. */
export const docs = operations({
  listThresholds: {
    summary: 'List the caller’s thresholds',
    description:
      'The latest day first. A threshold holds until the next one of its kind, and not before its day. Also how zones are made, and how far loads are made anew after a change.',
    answers: {
      200: pageAnswer({
        data: t.Object({
          thresholds: t.Array(threshold),
          rules: zoneRules,
          update: nullable(loadUpdate),
        }),
      }),
    },
  },
  listThresholdSuggestions: {
    summary: 'Suggest thresholds by the caller’s best efforts',
    description:
      'FTP is 95 % of the best twenty minutes of power in 90 days, LTHR the same of heart rate, threshold pace that of an hour by Riegel’s formula, swim pace the critical speed between 400 and 1000 m, and the highest heart rate that of a minute. Nothing is changed.',
    answers: { 200: okAnswer({ data: t.Object({ suggestions: t.Array(suggestion) }) }) },
  },
  getZones: {
    summary: 'Read the caller’s zones of today in a sport',
    answers: { 200: okAnswer({ data: currentZones }) },
    refusals: { 400: 'No sport is given.', 404: NO_SPORT },
  },
  editThreshold: {
    summary: 'Note a threshold that holds from a day on',
    description:
      'In place of what was noted for that day. Zones and loads of workouts until the next threshold of its kind are made anew in the background.',
    answers: { 200: okAnswer({ data: t.Object({ threshold }) }) },
    refusals: {
      400: `${NO_THRESHOLD} Or the day is to come, or nobody has such a value.`,
      404: NO_SPORT,
    },
  },
  removeThreshold: {
    summary: 'Forget a threshold',
    description: 'What held before it holds on. Zones and loads are made anew in the background.',
    answers: { 204: EMPTY },
    refusals: { 400: NO_THRESHOLD, 404: 'There is no such threshold, or no such sport.' },
  },
  editZoneRules: {
    summary: 'Choose how zones of heart rate and TRIMP are made',
    answers: { 200: okAnswer({ data: t.Object({ rules: zoneRules }) }) },
    refusals: { 400: 'Nothing is given, or no such model or curve exists.' },
  },
})
