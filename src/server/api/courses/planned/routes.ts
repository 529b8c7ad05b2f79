import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { NO_WORKOUT, NOT_OWN, workoutParams } from '@/server/http/parameters/path-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { nullable } from '@/server/responses/fields'
import { plannedCourse, presentPlannedCourse } from '@/server/responses/planned-course'
import type { AppContext } from '@/services/context'
import { getPlannedCourse, setPlannedCourse } from '@/use-cases/workouts/courses/planned-course'

const plannedInput = t.Object({
  course_id: t.Union([t.String(), t.Null()], {
    description: "`id` of one of the caller's courses; null: the workout followed none of them.",
  }),
})

const planned = okResponse(
  { data: t.Object({ planned: nullable(plannedCourse) }) },
  'PlannedCourseResult',
)

const docs = operations({
  getPlannedCourse: {
    summary: "Get the course that one of the caller's workouts was planned to follow",
    description:
      'The one that the caller has chosen, or else a course that the workout follows. Null without any, and for workouts without positions. Nobody else sees it.',
    responses: { 200: planned },
    errors: { 403: NOT_OWN, 404: NO_WORKOUT },
  },
  setPlannedCourse: {
    summary: "Choose the course of one of the caller's workouts",
    responses: { 200: planned },
    errors: { 403: NOT_OWN, 404: `${NO_WORKOUT} Or the caller has no such course.` },
  },
})

/** The course that a workout was planned to follow. */
export const plannedCourseRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Courses'] })
    .use(endpoints(ctx))
    .get(
      '/course',
      async ({ caller, params }) => {
        const planned = await getPlannedCourse(ctx, caller, params.workout_short_id)
        return ok({ data: { planned: presentPlannedCourse(planned) } })
      },
      { access: { scope: 'workouts:read' }, params: workoutParams, detail: docs.getPlannedCourse },
    )
    .put(
      '/course',
      async ({ caller, params, body }) => {
        const choice = { workoutId: params.workout_short_id, courseId: body.course_id }
        const planned = await setPlannedCourse(ctx, caller, choice)
        return ok({ data: { planned: presentPlannedCourse(planned) } })
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        body: plannedInput,
        detail: docs.setPlannedCourse,
      },
    )
