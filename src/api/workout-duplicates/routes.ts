import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { EMPTY, noContent, ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageParam, parsePage, textParam } from '@/http/query-params'
import { duplicate, presentDuplicate } from '@/present/duplicate'
import { presentWorkout, workout } from '@/present/workout'
import { dismissPair, mergePair, readDuplicates } from '@/use-cases/workouts/judge-duplicates'

const PER_PAGE = 5
const NO_PAIR = 'One of them is not there or not the own, or they are not noted as duplicates.'

const pairQuery = t.Object({
  page: pageParam,
  workout_id: textParam('Short id of an own workout: only its pairs.'),
})

const pairBody = t.Object({
  workout_ids: t.Tuple([t.String(), t.String()], {
    description: 'Short ids of both; when they are merged the first one stays.',
  }),
})

/** What the API document tells of the routes. */
const docs = operations({
  listDuplicates: {
    summary: 'List own workouts that may be there twice',
    description:
      'Pairs made of the same file, or that start within a minute and are equally long (2 %) or cover the same box; the newest first, five on a page.',
    answers: { 200: pageAnswer({ data: t.Object({ duplicates: t.Array(duplicate) }) }) },
    refusals: { 404: 'The workout whose pairs are asked for is not there.' },
  },
  mergeDuplicates: {
    summary: 'Make one workout of two',
    description:
      'The first keeps its texts, equipment, likes and comments and gets the richer recording of both (a line, more sensors, more points); the other original is kept beside it. The second is gone, with its likes and comments.',
    answers: { 200: okAnswer({ data: t.Object({ workouts: t.Array(workout) }) }) },
    refusals: { 400: 'They are one already, or the recording cannot be read.', 404: NO_PAIR },
  },
  dismissDuplicates: {
    summary: 'Say that two workouts are not one',
    description: 'The pair is listed no more.',
    answers: { 204: EMPTY },
    refusals: { 400: 'They are one.', 404: NO_PAIR },
  },
})

/** Own workouts that may be there twice. */
export const workoutDuplicateRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/duplicates', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { duplicates, total } = await readDuplicates(ctx, caller, {
          page,
          of: query.workout_id,
        })
        const data = { duplicates: duplicates.map((pair) => presentDuplicate(pair, wire)) }
        return paginated({ data }, paginationOf(page, total))
      },
      { access: { scope: 'workouts:read' }, query: pairQuery, detail: docs.listDuplicates },
    )
    .post(
      '/merge',
      async ({ caller, body, wire }) => {
        const [keep, other] = body.workout_ids
        const view = await mergePair(ctx, caller, { keep, other })
        return ok({ data: { workouts: [presentWorkout(view, wire)] } })
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
