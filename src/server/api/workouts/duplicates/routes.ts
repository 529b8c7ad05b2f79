import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageParam, parsePage, textParam } from '@/server/http/parameters/query-params'
import { workoutResponse } from '@/server/http/responses/common-responses'
import { EMPTY, noContent, ok, pageResponse, paginated } from '@/server/http/responses/envelope'
import { duplicate, presentDuplicate } from '@/server/responses/workouts/duplicate'
import { presentWorkout } from '@/server/responses/workouts/workout'
import type { AppContext } from '@/services/context'
import {
  dismissPair,
  mergePair,
  readDuplicates,
} from '@/use-cases/workouts/write/resolve-duplicates'

const PER_PAGE = 5
const NO_PAIR = 'One of them does not exist or is not the caller’s, or they are not a listed pair.'

const pairQuery = t.Object({
  page: pageParam,
  workout_id: textParam('Short id of one of the caller’s workouts: only its pairs.'),
})

/** NOTE not a tuple, which many generators of clients do not understand. */
const pairBody = t.Object(
  {
    workout_ids: t.Unsafe<[string, string]>(
      t.Array(t.String(), {
        ...{ minItems: 2, maxItems: 2 },
        description: 'Short ids of both; a merge retains the first one.',
      }),
    ),
  },
  { $id: 'DuplicatePairBody' },
)

const docs = operations({
  listDuplicates: {
    summary: "List the caller's possible duplicates",
    description:
      'Pairs with the same file, or that start within a minute and have the same distance (within 2 %) or bounding box. Newest first, five per page.',
    responses: { 200: pageResponse({ data: t.Object({ duplicates: t.Array(duplicate) }) }) },
    errors: { 404: 'There is no such workout.' },
  },
  mergeDuplicates: {
    summary: 'Merge two workouts',
    description:
      'The first workout retains its texts, equipment, likes and comments and gets the richer recording of both (a line, more sensors, more points); the other recording is stored with it. The second workout is deleted, with its likes and comments.',
    responses: { 200: workoutResponse },
    errors: {
      400: 'They have been merged already, or the recording cannot be read.',
      404: NO_PAIR,
    },
  },
  dismissDuplicates: {
    summary: 'Dismiss a pair of possible duplicates',
    description: 'The pair is not listed any more.',
    responses: { 204: EMPTY },
    errors: { 400: 'They have been merged.', 404: NO_PAIR },
  },
})

/** Pairs of the caller's workouts that may be duplicates. */
export const workoutDuplicateRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/duplicates', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, dialect }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { duplicates, total } = await readDuplicates(ctx, caller, {
          page,
          of: query.workout_id,
        })
        const data = { duplicates: duplicates.map((pair) => presentDuplicate(pair, dialect)) }
        return paginated({ data }, paginationOf(page, total))
      },
      { access: { scope: 'workouts:read' }, query: pairQuery, detail: docs.listDuplicates },
    )
    .post(
      '/merge',
      async ({ caller, body, dialect }) => {
        const [keep, other] = body.workout_ids
        const view = await mergePair(ctx, caller, { keep, other })
        return ok({ data: { workouts: [presentWorkout(view, dialect)] } })
      },
      { access: { scope: 'workouts:write' }, body: pairBody, detail: docs.mergeDuplicates },
    )
    .post(
      '/dismiss',
      async ({ caller, body }) => {
        const [keep, other] = body.workout_ids
        await dismissPair(ctx, caller, { keep, other })
        return noContent()
      },
      { access: { scope: 'workouts:write' }, body: pairBody, detail: docs.dismissDuplicates },
    )
