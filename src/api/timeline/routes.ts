import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageQuery, parsePage } from '@/http/query-params'
import { presentWorkoutInTimeline, timelineWorkout } from '@/present/listed-workout'
import { listTimeline } from '@/use-cases/workouts/list-timeline'

const PER_PAGE = 5

/** What the API document tells of the routes. */
const docs = operations({
  getTimeline: {
    summary: 'List the newest workouts of the caller and of followed users',
    description:
      'Five on a page. Those that the caller may see; blocked and suspended users are left out.',
    answers: { 200: pageAnswer({ data: t.Object({ workouts: t.Array(timelineWorkout) }) }) },
  },
})

export const timelineRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/timeline', tags: ['Workouts'] }).use(endpoints(ctx)).get(
    '',
    async ({ caller, query, wire }) => {
      const page = { page: parsePage(query.page), perPage: PER_PAGE }
      const { views, total } = await listTimeline(ctx, caller, page)
      const workouts = views.map((view) => presentWorkoutInTimeline(view, wire))
      return paginated({ data: { workouts } }, paginationOf(page, total))
    },
    { access: { scope: 'workouts:read' }, query: pageQuery, detail: docs.getTimeline },
  )
