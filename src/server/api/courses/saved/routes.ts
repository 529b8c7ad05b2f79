import { Elysia } from 'elysia'
import { invalidPayload } from '@/lib/errors'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { parsePageRequest } from '@/server/http/parameters/query-params'
import { spendQuota } from '@/server/http/rate-limits'
import { sendGenerated } from '@/server/http/responses/download'
import { created, noContent, ok, paginated } from '@/server/http/responses/envelope'
import { presentCourseDetails, presentSavedCourse } from '@/server/responses/saved-course'
import type { AppContext } from '@/services/context'
import {
  createCourseFromFile,
  createCourseFromWorkout,
} from '@/use-cases/workouts/courses/create-course'
import {
  COURSE_FORMATS,
  type CourseDownload,
  downloadCourse,
} from '@/use-cases/workouts/courses/download-course'
import { editCourse, removeCourse } from '@/use-cases/workouts/courses/edit-course'
import { getCourse, listCourses } from '@/use-cases/workouts/courses/read-courses'
import { receiveCourse } from './receive'
import {
  COURSE_PAGES,
  courseChanges,
  courseInput,
  courseParams,
  coursesQuery,
  docs,
  downloadQuery,
} from './schema'

/** Each file is read by a worker, which takes longer than receiving it. */
const UPLOADS = { count: 300, windowSeconds: 600, text: '300 per 10 minute' }

const READ = { scope: 'workouts:read' } as const
const WRITE = { scope: 'workouts:write' } as const

/** The caller's courses, and new ones. */
const courseListRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/courses', tags: ['Courses'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const page = parsePageRequest(query, COURSE_PAGES)
        const { rows, total } = await listCourses(ctx, caller, { text: query.q ?? '', page })
        const courses = rows.map(presentSavedCourse)
        return paginated({ data: { courses } }, paginationOf(page, total))
      },
      { access: READ, query: coursesQuery, detail: docs.listCourses },
    )
    .post(
      '',
      async ({ caller, body, status }) => {
        const course = await createCourseFromWorkout(ctx, caller, body)
        return status(201, created({ data: { course: presentSavedCourse(course) } }))
      },
      { access: WRITE, body: courseInput, detail: docs.createCourse },
    )
    .post(
      '/upload',
      async ({ caller, request, status }) => {
        spendQuota(ctx, `courses of ${caller.userId}`, UPLOADS)
        const { upload, remove } = await receiveCourse(ctx, request, caller)
        const course = await createCourseFromFile(ctx, caller, upload).finally(remove)
        return status(201, created({ data: { course: presentSavedCourse(course) } }))
      },
      { access: WRITE, detail: docs.uploadCourse },
    )

/** One of the caller's courses. */
const courseRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/courses/:course_id', tags: ['Courses'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, params }) =>
        ok({ data: presentCourseDetails(await getCourse(ctx, caller, params.course_id)) }),
      { access: READ, params: courseParams, detail: docs.getCourse },
    )
    .patch(
      '',
      async ({ caller, params, body: changes }) => {
        const course = await editCourse(ctx, caller, { id: params.course_id, changes })
        return ok({ data: { course: presentSavedCourse(course) } })
      },
      { access: WRITE, params: courseParams, body: courseChanges, detail: docs.editCourse },
    )
    .delete(
      '',
      async ({ caller, params }) => {
        await removeCourse(ctx, caller, params.course_id)
        return noContent()
      },
      { access: WRITE, params: courseParams, detail: docs.deleteCourse },
    )
    .get(
      '/download',
      async ({ caller, params, query, request }) => {
        const format = COURSE_FORMATS.find((each) => each === (query.format || 'gpx'))
        if (!format) throw invalidPayload()
        return send(request, await downloadCourse(ctx, caller, { id: params.course_id, format }))
      },
      { access: READ, params: courseParams, query: downloadQuery, detail: docs.downloadCourse },
    )

function send(request: Request, { content, name, type }: CourseDownload): Response {
  if (!(content instanceof Uint8Array))
    return sendGenerated(request, { name, type, chunks: content })
  const disposition = `attachment; filename="${name}"`
  return new Response(content, {
    headers: { 'content-type': type, 'content-disposition': disposition },
  })
}

export const savedCourseRoutes = (ctx: AppContext) =>
  new Elysia().use(courseListRoutes(ctx)).use(courseRoutes(ctx))
