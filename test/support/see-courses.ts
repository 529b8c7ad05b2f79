import type { UserRow } from '@/store/db/queries/accounts/users'
import type { Answer } from './client'
import { courseGpx } from './courses'

type See = (route: string, as?: UserRow, json?: object) => Promise<Answer['body']>

/** Calls every operation of saved courses as a user with a recorded workout. */
export async function seeCourses(see: See, user: UserRow, workout: string): Promise<void> {
  const body = new FormData()
  const line = [
    [48, 7.9],
    [48.01, 7.91],
  ] as const
  body.set('file', new File([courseGpx(line)], 'loop.gpx'))
  await see('POST /api/courses/upload', user, body)
  const [id] = workout.split('/').slice(-1)
  const { data } = await see('POST /api/courses', user, { workout_id: id, name: 'Round' })
  const course = `/api/courses/${data.course.id}`
  await see('GET /api/courses?q=round', user)
  await see(`GET ${course}`, user)
  await see(`GET ${course}/download?format=fit`, user)
  await see(`PATCH ${course}`, user, { description: 'Twice around the lake' })
  await see(`PUT ${workout}/course`, user, { course_id: data.course.id })
  await see(`GET ${workout}/course`, user)
  await see(`DELETE ${course}`, user)
}
