import { t } from 'elysia'
import { queryValue } from '@/server/http/documented-input'
import { operations } from '@/server/http/operation'
import { NO_MAP, NOT_OWN } from '@/server/http/parameters/path-params'
import {
  pageParam,
  perPageParam,
  radiusParam,
  textParam,
  wordParam,
} from '@/server/http/parameters/query-params'
import { createdResponse, EMPTY, okResponse, pageResponse } from '@/server/http/responses/envelope'
import {
  effortOnSegment,
  listedSegment,
  rankedEffort,
  rankedSegment,
  SEGMENT_NAME,
  SEGMENT_VISIBILITY,
  segmentEffort,
} from '@/server/responses/ranked-segment'
import {
  MAX_SEGMENT_ELEVATION,
  MAX_SEGMENT_NAME,
  MAX_SEGMENTS,
} from '@/use-cases/workouts/segments/create-segment'
import { SEGMENT_OWNERS } from '@/use-cases/workouts/segments/list-segments'

export const PAGE_SIZES = { perPage: 20, max: 100 }

const MAX_POSITIONS = 2000
/** Metres: a limit that no plausible value exceeds. */
const MAX_ALONG = 1e7

const visibility = (options: { default?: 'private' } = {}) =>
  t.Union([t.Literal('public'), t.Literal('followers_only'), t.Literal('private')], {
    description: SEGMENT_VISIBILITY,
    ...options,
  })

const fields = {
  name: t.String({ minLength: 1, maxLength: MAX_SEGMENT_NAME, description: SEGMENT_NAME }),
  visibility: visibility(),
}

const metresAlong = (description: string) =>
  t.Number({ minimum: 0, maximum: MAX_ALONG, description })

export const segmentParams = t.Object({
  ranked_segment_id: t.String({ description: '`id` of the segment.' }),
})
export const segmentPageQuery = t.Object({ page: pageParam, per_page: perPageParam(PAGE_SIZES) })
export const segmentListQuery = t.Object({
  ...segmentPageQuery.properties,
  owner: wordParam(
    SEGMENT_OWNERS,
    '`me` by default; `anyone` for all that the caller may see, which requires `coordinates`.',
  ),
  coordinates: textParam('`latitude,longitude`: segments that start near this place.'),
  radius: radiusParam,
  sport_id: queryValue(
    t.Integer({ description: 'Only segments on which workouts of this sport are compared.' }),
  ),
})
export const segmentInput = t.Object({
  name: fields.name,
  visibility: t.Optional(visibility({ default: 'private' })),
  workout: t.Optional(
    t.Object(
      {
        id: t.String({ description: 'Short id of one of the caller’s workouts.' }),
        from: metresAlong('Metres along the workout to the start of the segment.'),
        to: metresAlong('Metres along the workout to its end.'),
      },
      { description: 'A part of a workout. Either this or `drawing` is required.' },
    ),
  ),
  drawing: t.Optional(
    t.Object(
      {
        sport_id: t.Integer({ minimum: 1, description: 'Sport for which it is created.' }),
        positions: t.Array(
          t.Object({
            latitude: t.Number({ minimum: -90, maximum: 90, description: 'Degrees.' }),
            longitude: t.Number({ minimum: -180, maximum: 180, description: 'Degrees.' }),
            elevation: t.Optional(
              t.Number({
                minimum: -MAX_SEGMENT_ELEVATION,
                maximum: MAX_SEGMENT_ELEVATION,
                description: 'Elevation in metres.',
              }),
            ),
          }),
          { minItems: 2, maxItems: MAX_POSITIONS, description: 'From the start to the end.' },
        ),
      },
      { description: 'A line that the caller has drawn.' },
    ),
  ),
})
export const segmentChanges = t.Partial(t.Object(fields), { minProperties: 1 })

const UNKNOWN = 'The segment does not exist, or the caller may not see it.'

export const docs = operations({
  listSegments: {
    summary: "List the caller's segments, or those around a place",
    description:
      'The caller’s, newest first; with `coordinates`, those that start within the radius, nearest first. Segments of accounts that are suspended or have blocked the caller are not found.',
    responses: { 200: pageResponse({ data: t.Object({ segments: t.Array(listedSegment) }) }) },
    errors: { 400: 'A value of the query is invalid, or `coordinates` are missing.' },
  },
  createSegment: {
    summary: 'Create a segment',
    description:
      'A line on which users compare their times, from 200 m to 100 km long. Workouts are compared with it while the server is idle: those of everyone, or only those of the caller if it is private.',
    responses: { 201: createdResponse({ data: t.Object({ segment: rankedSegment }) }) },
    errors: {
      400: `The name is empty, the line is missing, too short or too long, the sport has no segments, or there are already ${MAX_SEGMENTS} segments.`,
      403: NOT_OWN,
      404: 'There is no such workout or sport.',
    },
  },
  getSegment: {
    summary: 'Get a segment with its line',
    responses: { 200: okResponse({ data: t.Object({ segment: rankedSegment }) }) },
    errors: { 404: UNKNOWN },
  },
  editSegment: {
    summary: "Edit one of the caller's segments",
    description:
      'Making it private deletes the efforts of others; opening a private one has their workouts compared with it.',
    responses: { 200: okResponse({ data: t.Object({ segment: rankedSegment }) }) },
    errors: { 400: 'The name is empty.', 403: NOT_OWN, 404: UNKNOWN },
  },
  deleteSegment: {
    summary: "Delete one of the caller's segments",
    responses: { 204: EMPTY },
    errors: { 403: NOT_OWN, 404: UNKNOWN },
  },
  listLeaderboard: {
    summary: 'List the fastest effort of each user on a segment, fastest first',
    description:
      'Only efforts in workouts whose maps the caller may see, and of which the owner of the workout hides nothing. Workouts that are excluded from records do not count.',
    responses: { 200: pageResponse({ data: t.Object({ efforts: t.Array(rankedEffort) }) }) },
    errors: { 404: UNKNOWN },
  },
  listSegmentEfforts: {
    summary: "List the caller's efforts on a segment, latest first",
    responses: { 200: pageResponse({ data: t.Object({ efforts: t.Array(segmentEffort) }) }) },
    errors: { 404: UNKNOWN },
  },
  listWorkoutSegments: {
    summary: 'List the efforts of a workout on segments, in chronological order',
    description: "Of another user's workout, those of which nothing is hidden from the caller.",
    responses: { 200: pageResponse({ data: t.Object({ efforts: t.Array(effortOnSegment) }) }) },
    errors: { 404: NO_MAP },
  },
})
