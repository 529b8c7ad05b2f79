import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'
import { download } from '@/web/api/client/download'
import { toServerPath } from '@/web/api/client/server-path'
import { getRequestHeaders } from '@/web/api/client/stored-token'
import { COURSES_KEY } from './planned-course'

const { courses } = api

/** A saved course. */
export type SavedCourse = ResponseData<typeof courses.get>['data']['courses'][number]
/** What the owner of a course can change. */
export type CourseChanges = Pick<SavedCourse, 'name' | 'description' | 'sport_id'>

const of = (id: string) => courses({ course_id: id })

/** The courses of the account whose names contain a text, newest first, page by page. */
export const coursesQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: [...COURSES_KEY, 'list', text],
    queryFn: ({ pageParam }) =>
      unwrap(courses.get({ query: { q: text, page: String(pageParam), per_page: '50' } })),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** A course with its line, elevation profile and waypoints. */
export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: [...COURSES_KEY, 'one', id],
    queryFn: async () => (await unwrap(of(id).get())).data,
  })

/** Saves the line of a workout as a course, and returns the course. */
export async function saveWorkoutAsCourse(workoutId: string, name: string): Promise<SavedCourse> {
  return (await unwrap(courses.post({ workout_id: workoutId, name }))).data.course
}

/** Uploads a file with a course. @throws ApiError with status 0 if there was no response */
export async function uploadCourse(file: File): Promise<void> {
  const body = new FormData()
  body.set('file', file)
  const request = { method: 'POST', body, headers: getRequestHeaders() }
  const response = await fetch(toServerPath('/api/courses/upload'), request).catch(() => null)
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, await response?.json().catch(() => null))
}

export async function editCourse(id: string, changes: CourseChanges): Promise<void> {
  await unwrap(of(id).patch(changes))
}

export async function deleteCourse(id: string): Promise<void> {
  await unwrap(of(id).delete())
}

/** Formats in which devices and other services read courses. */
export const COURSE_FORMATS = ['fit', 'gpx', 'gpx_route', 'tcx'] as const
export type CourseFormat = (typeof COURSE_FORMATS)[number]

/** Downloads a course as a file with its name. */
export function downloadCourse({
  course: { id, name },
  format,
}: {
  course: SavedCourse
  format: CourseFormat
}): Promise<void> {
  const extension = format === 'gpx_route' ? 'gpx' : format
  const file = `${name.replace(/[/\\:*?"<>|]/g, '-')}.${extension}`
  return download(`/api/courses/${id}/download?format=${format}`, file)
}
