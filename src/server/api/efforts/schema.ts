import { t } from 'elysia'
import { queryValue } from '@/server/http/documented-input'
import { operations } from '@/server/http/operation'
import { NO_RECORDING, NOT_OWN } from '@/server/http/parameters/path-params'
import { pageParam, perPageParam, textParam } from '@/server/http/parameters/query-params'
import { okResponse, pageResponse } from '@/server/http/responses/envelope'
import {
  bestEffort,
  excludedEffort,
  improvedEffort,
  placedEffort,
} from '@/server/responses/workouts/effort'

export const PAGE_SIZES = { perPage: 20, max: 100 }

const efforts = {
  sport_id: t.Integer({ description: 'The sport of the efforts.' }),
  from: textParam('First day, `YYYY-MM-DD` in the time zone of the caller; all by default.'),
  to: textParam('Last day.'),
}

export const bestsQuery = t.Object(efforts)

const target = {
  kind: queryValue(bestEffort.properties.kind),
  target: t.Number({
    description: 'Metres for `distance`, otherwise seconds; one of the supported targets.',
  }),
}

const paging = { page: pageParam, per_page: perPageParam(PAGE_SIZES) }
export const historyQuery = t.Object({ sport_id: efforts.sport_id, ...target, ...paging })

export const rankingQuery = t.Object({
  ...efforts,
  ...target,
  ...paging,
})

/** An effort to exclude or include. */
export const effortChange = t.Object({
  kind: t.String({ description: 'Kind of the effort.' }),
  target: t.Number({ description: 'Metres for `distance`, otherwise seconds.' }),
  excluded: t.Boolean({ description: 'Whether the effort does not count in rankings.' }),
})

const placed = t.Object({
  efforts: t.Array(placedEffort),
  excluded: t.Array(excludedEffort),
})
const data = t.Object({ efforts: t.Array(bestEffort) })
const ERRORS = { 400: 'The query is invalid.', 404: 'The sport does not exist.' }

/** Entries of the routes in the API document. */
export const docs = operations({
  listBestEfforts: {
    summary: "List the caller's best efforts in a sport",
    description:
      'The best effort for every distance and every time, of all workouts or of a date range; two requests can compare two ranges. With the mean power for each time this is the power curve.',
    responses: { 200: okResponse({ data }) },
    errors: ERRORS,
  },
  rankEfforts: {
    summary: "List the caller's efforts for one distance or time, the best first",
    responses: { 200: pageResponse({ data }) },
    errors: ERRORS,
  },
  listImprovedEfforts: {
    summary: "List the improvements of the caller's best for one distance or time",
    description:
      'Each effort that was better than all before it, latest first. The first one is the current best.',
    responses: { 200: pageResponse({ data: t.Object({ efforts: t.Array(improvedEffort) }) }) },
    errors: ERRORS,
  },
  listPlacedEfforts: {
    summary: "List the best efforts of one of the caller's workouts with their ranks",
    description:
      'Ranks among the efforts for the same target in the same sport: among all, and among those up to the date of the workout. Of equal efforts the earlier ranks first.',
    responses: { 200: okResponse({ data: placed }) },
    errors: { 404: NO_RECORDING },
  },
  editEffort: {
    summary: "Exclude an effort of one of the caller's workouts, or include it again",
    description:
      'An excluded effort does not count in best efforts and rankings, where the next best one takes its place. Returns the efforts as `listPlacedEfforts` does.',
    responses: { 200: okResponse({ data: placed }) },
    errors: {
      400: 'The kind and target are not supported.',
      403: NOT_OWN,
      404: 'The workout does not exist, has no recording or no such effort, or the caller may not see it.',
    },
  },
})
