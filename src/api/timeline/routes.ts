import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentWorkoutInTimeline } from '@/present/listed-workout'
import { listTimeline } from '@/use-cases/workouts/list-timeline'

const timelineQuery = t.Object({ page: t.Optional(t.String()) })

const PER_PAGE = 5

export const timelineRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/timeline' }).use(endpoints(ctx)).get(
    '',
    async ({ caller, query, wire }) => {
      const page = { page: parsePage(query.page), perPage: PER_PAGE }
      const { views, total } = await listTimeline(ctx, caller, page)
      const workouts = views.map((view) => presentWorkoutInTimeline(view, wire))
      return paginated({ data: { workouts } }, paginationOf(page, total))
    },
    { access: { scope: 'workouts:read' }, query: timelineQuery },
  )
