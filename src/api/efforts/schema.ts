import { t } from 'elysia'
import { queryValue } from '@/http/accepted'
import { okAnswer, pageAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_RECORDING } from '@/http/path-params'
import { pageParam, perPageParam, textParam } from '@/http/query-params'
import { bestEffort, improvedEffort, placedEffort } from '@/present/effort'

export const PAGE_SIZES = { perPage: 20, most: 100 }

const efforts = {
  sport_id: t.Integer({ description: 'The sport in which they were made.' }),
  from: textParam('First day, `YYYY-MM-DD` in the time zone of the caller; all by default.'),
  to: textParam('Last day.'),
}

export const bestsQuery = t.Object(efforts)

const target = {
  kind: queryValue(bestEffort.properties.kind),
  target: t.Number({ description: 'Metres for `distance`, else seconds; one that is kept.' }),
}

const paging = { page: pageParam, per_page: perPageParam(PAGE_SIZES) }
export const historyQuery = t.Object({ sport_id: efforts.sport_id, ...target, ...paging })

export const rankingQuery = t.Object({
  ...efforts,
  ...target,
  ...paging,
})

const data = t.Object({ efforts: t.Array(bestEffort) })
const REFUSALS = { 400: 'The query cannot be read.', 404: 'The sport does not exist.' }

/** What the API document tells of the routes. */
export const docs = operations({
  listBestEfforts: {
    summary: 'List own best efforts in a sport',
    description:
      'For every distance and every time the best that was ever done, or was done in some days; with two requests one time can be held against another. By the mean power of times this is the power curve.',
    answers: { 200: okAnswer({ data }) },
    refusals: REFUSALS,
  },
  rankEfforts: {
    summary: 'List own efforts for one distance or time, the best first',
    answers: { 200: pageAnswer({ data }) },
    refusals: REFUSALS,
  },
  listImprovedEfforts: {
    summary: 'List how the own best for one distance or time became better',
    description:
      'Each effort that was better than all before it, the latest first: the personal bests of their days. The first one is the best of all.',
    answers: { 200: pageAnswer({ data: t.Object({ efforts: t.Array(improvedEffort) }) }) },
    refusals: REFUSALS,
  },
  listPlacedEfforts: {
    summary: 'List the best efforts of an own workout with their places',
    description:
      'Places are among the efforts for the same target in the same sport: among all, and among those that had been made by then. Of equal ones the earlier is ahead.',
    answers: { 200: okAnswer({ data: t.Object({ efforts: t.Array(placedEffort) }) }) },
    refusals: { 404: NO_RECORDING },
  },
})
