import { t } from 'elysia'
import { bytes, file, operations } from '@/server/http/operation'
import {
  pageParam,
  perPageParam,
  textParam,
  wordParam,
} from '@/server/http/parameters/query-params'
import { createdResponse, EMPTY, okResponse, pageResponse } from '@/server/http/responses/envelope'
import { TOO_SLOW } from '@/server/http/uploads/receive-upload'
import { courseDetails, savedCourse } from '@/server/responses/saved-course'
import { MAX_COURSE_DESCRIPTION, MAX_COURSE_NAME } from '@/use-cases/workouts/courses/course-fields'
import { MAX_COURSES } from '@/use-cases/workouts/courses/create-course'
import { COURSE_FORMATS } from '@/use-cases/workouts/courses/download-course'

export const COURSE_PAGES = { perPage: 20, max: 100 }

export const coursesQuery = t.Object({
  page: pageParam,
  per_page: perPageParam(COURSE_PAGES),
  q: textParam('Only courses whose name contains this, in any case.'),
})

const fields = {
  name: t.String({ minLength: 1, maxLength: MAX_COURSE_NAME }),
  description: t.String({ maxLength: MAX_COURSE_DESCRIPTION }),
  sport_id: t.Union([t.Integer(), t.Null()], { description: 'The sport; null: any.' }),
}

export const courseInput = t.Object({
  workout_id: t.String({ description: 'Short id of a workout whose map the caller may see.' }),
  name: fields.name,
  description: t.Optional(fields.description),
  sport_id: t.Optional(
    t.Union([t.Integer(), t.Null()], { description: 'By default that of the workout.' }),
  ),
})

export const courseChanges = t.Partial(t.Object(fields), { minProperties: 1 })

export const courseParams = t.Object({
  course_id: t.String({ description: '`id` of the course.' }),
})

export const downloadQuery = t.Object({
  format: wordParam(
    COURSE_FORMATS,
    'GPX with a track (the default) or a route, TCX, or FIT. All contain the waypoints.',
  ),
})

const UNKNOWN = 'The caller has no such course.'
const course = t.Object({ course: savedCourse })

export const docs = operations({
  listCourses: {
    summary: "List the caller's courses, the newest first",
    description: 'Courses are private. Nobody else sees them, not even moderators.',
    responses: { 200: pageResponse({ data: t.Object({ courses: t.Array(savedCourse) }) }) },
  },
  createCourse: {
    summary: 'Save the line of a workout as a course',
    description:
      'Of workouts of other users, what the caller may see of them. Lines of more than 20,000 points are simplified.',
    responses: { 201: createdResponse({ data: course }, 'CourseCreatedResult') },
    errors: {
      400: `The name is empty, the sport is unknown, or there are already ${MAX_COURSES} courses.`,
      404: 'The workout does not exist or has no recording with positions, or the caller may not see its map.',
    },
  },
  uploadCourse: {
    summary: 'Upload a course',
    description:
      'GPX (the first track with points, or else the first route), TCX and FIT (courses or activities), KML, or any other format of recordings. Points need no times. Lines of more than 20,000 points are simplified. The limit of the file is `max_single_file_size` of the configuration. The file may also be the whole body, under any media type.',
    form: {
      form: t.Object(
        { file: file('The file; its format is recognised by its content.') },
        { $id: 'UploadCourseBody' },
      ),
      mediaTypes: ['multipart/form-data'],
    },
    responses: { 201: createdResponse({ data: course }, 'CourseCreatedResult') },
    errors: {
      400: `There is no file, it has no line of two points, it is damaged, or there are already ${MAX_COURSES} courses.`,
      408: TOO_SLOW,
      413: 'The file is larger than a recording may be.',
      429: '300 courses were sent in ten minutes.',
    },
  },
  getCourse: {
    summary: 'Get a course with its line, elevation profile and waypoints',
    responses: { 200: okResponse({ data: courseDetails }) },
    errors: { 404: UNKNOWN },
  },
  editCourse: {
    summary: 'Change the name, description or sport of a course',
    responses: { 200: okResponse({ data: course }) },
    errors: { 400: 'The name is empty, or the sport is unknown.', 404: UNKNOWN },
  },
  deleteCourse: {
    summary: 'Delete a course',
    description: 'Workouts that were planned with it have no course then.',
    responses: { 204: EMPTY },
    errors: { 404: UNKNOWN },
  },
  downloadCourse: {
    summary: 'Download a course for a device',
    description: 'TCX and FIT files contain times, as if it was followed at 5 m/s.',
    responses: { 200: bytes('*/*', 'The file; its media type is that of its format.') },
    errors: { 400: 'The format is unknown.', 404: UNKNOWN },
  },
})
