import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import { pageResponse, paginated } from '@/server/http/responses/envelope'
import {
  presentWorkoutInTimeline,
  timelineWorkout,
} from '@/server/responses/workouts/listed-workout'
import type { AppContext } from '@/services/context'
import { listTimeline } from '@/use-cases/workouts/read/list-timeline'

const PER_PAGE = 5

const docs = operations({
  getTimeline: {
    summary: 'List the newest workouts of the caller and of followed users',
    description:
      'Five per page: those that the caller may see, without blocked and suspended users.',
    responses: { 200: pageResponse({ data: t.Object({ workouts: t.Array(timelineWorkout) }) }) },
  },
})

export const timelineRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/timeline', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '',
    async ({ caller, query, dialect }) => {
      const page = { page: parsePage(query.page), perPage: PER_PAGE }
      const { views, total } = await listTimeline(ctx, caller, page)
      const workouts = views.map((view) => presentWorkoutInTimeline(view, dialect))
      return paginated({ data: { workouts } }, paginationOf(page, total))
    },
    { access: { scope: 'workouts:read' }, query: pageQuery, detail: docs.getTimeline },
  )
