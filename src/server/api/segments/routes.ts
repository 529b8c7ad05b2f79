import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { workoutParams } from '@/server/http/parameters/path-params'
import { parsePageRequest } from '@/server/http/parameters/query-params'
import { created, noContent, ok, paginated } from '@/server/http/responses/envelope'
import {
  presentEffortOnSegment,
  presentListedSegment,
  presentRankedEffort,
  presentSegment,
  presentSegmentEffort,
} from '@/server/responses/ranked-segment'
import type { AppContext } from '@/services/context'
import { createSegment } from '@/use-cases/workouts/segments/create-segment'
import { deleteSegment, editSegment } from '@/use-cases/workouts/segments/edit-segment'
import { listLeaderboard } from '@/use-cases/workouts/segments/list-leaderboard'
import { listSegments } from '@/use-cases/workouts/segments/list-segments'
import { listWorkoutSegments } from '@/use-cases/workouts/segments/list-workout-segments'
import { getSegment, listSegmentEfforts } from '@/use-cases/workouts/segments/read-segments'
import {
  docs,
  PAGE_SIZES,
  segmentChanges,
  segmentInput,
  segmentListQuery,
  segmentPageQuery,
  segmentParams,
} from './schema'

const READ = { scope: 'workouts:read' } as const
const WRITE = { scope: 'workouts:write' } as const

/** Segments and the times on them that the visitor may see. */
const readRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/segments', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { rows, total } = await listSegments(ctx, caller, query, page)
        return paginated(
          { data: { segments: rows.map(presentListedSegment) } },
          paginationOf(page, total),
        )
      },
      { access: READ, query: segmentListQuery, detail: docs.listSegments },
    )
    .get(
      '/:ranked_segment_id',
      async ({ visitor, params }) => {
        const segment = await getSegment(ctx, visitor, params.ranked_segment_id)
        return ok({ data: { segment: presentSegment(segment) } })
      },
      { optionalAccess: READ, params: segmentParams, detail: docs.getSegment },
    )
    .get(
      '/:ranked_segment_id/leaderboard',
      async ({ visitor, params, query }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { rows, total } = await listLeaderboard(ctx, visitor, params.ranked_segment_id, page)
        return paginated(
          { data: { efforts: rows.map(presentRankedEffort) } },
          paginationOf(page, total),
        )
      },
      {
        ...{ optionalAccess: READ, params: segmentParams, query: segmentPageQuery },
        detail: docs.listLeaderboard,
      },
    )
    .get(
      '/:ranked_segment_id/efforts',
      async ({ caller, params, query }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { rows, total } = await listSegmentEfforts(
          ctx,
          caller,
          params.ranked_segment_id,
          page,
        )
        return paginated(
          { data: { efforts: rows.map(presentSegmentEffort) } },
          paginationOf(page, total),
        )
      },
      {
        ...{ access: READ, params: segmentParams, query: segmentPageQuery },
        detail: docs.listSegmentEfforts,
      },
    )

/** The caller's segments. */
const writeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/segments', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .post(
      '',
      async ({ caller, body, status }) => {
        const { name, visibility = 'private', workout, drawing } = body
        const drawn = drawing && { sportId: drawing.sport_id, positions: drawing.positions }
        const segment = await createSegment(ctx, caller, { name, visibility, workout, drawn })
        return status(201, created({ data: { segment: presentSegment(segment) } }))
      },
      { access: WRITE, body: segmentInput, detail: docs.createSegment },
    )
    .patch(
      '/:ranked_segment_id',
      async ({ caller, params, body }) => {
        const segment = await editSegment(ctx, caller, params.ranked_segment_id, body)
        return ok({ data: { segment: presentSegment(segment) } })
      },
      { access: WRITE, params: segmentParams, body: segmentChanges, detail: docs.editSegment },
    )
    .delete(
      '/:ranked_segment_id',
      async ({ caller, params }) => {
        await deleteSegment(ctx, caller, params.ranked_segment_id)
        return noContent()
      },
      { access: WRITE, params: segmentParams, detail: docs.deleteSegment },
    )

/** The segments that a workout passes. */
const workoutSegmentRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '/segments',
    async ({ visitor, params, query }) => {
      const page = parsePageRequest(query, PAGE_SIZES)
      const { workout_short_id: id } = params
      const { rows, total, isTimeHidden } = await listWorkoutSegments(ctx, visitor, id, page)
      const efforts = rows.map((row) => presentEffortOnSegment(row, { isTimeHidden }))
      return paginated({ data: { efforts } }, paginationOf(page, total))
    },
    {
      ...{ optionalAccess: READ, params: workoutParams, query: segmentPageQuery },
      detail: docs.listWorkoutSegments,
    },
  )

export const segmentRoutes = (ctx: AppContext) =>
  new Elysia().use(readRoutes(ctx)).use(writeRoutes(ctx)).use(workoutSegmentRoutes(ctx))
