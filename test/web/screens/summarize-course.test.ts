import { expect, test } from 'bun:test'
import type { CourseWorkout } from '@/web/api/workouts/courses'
import { summarizeCourse } from '@/web/screens/routes/summarize-course'

const workout = (id: string, changes: Partial<CourseWorkout>): CourseWorkout => ({
  ...{ id, title: null, sport_id: 1, workout_date: '2026-01-01', distance: 6.4, duration: 1300 },
  ...{ moving: 1200, ave_speed: 19, ave_hr: null, direction: 'same' },
  ...changes,
})

test('a course is named by its most common title, and times are compared within a sport', () => {
  const course = summarizeCourse([
    workout('run', { sport_id: 5, moving: 2000, title: 'On foot' }),
    workout('slow', { moving: 1300, title: 'To work' }),
    workout('fast', { moving: 1100, title: 'To work' }),
  ])
  expect(course).toMatchObject({ name: 'To work', latest: { id: 'run' }, best: { id: 'fast' } })
  expect(course?.comparable.map(({ id }) => id)).toEqual(['slow', 'fast'])
  const [run, slow] = course?.workouts ?? []
  expect([run, slow].map((one) => one && course?.bestOf(one).id)).toEqual(['run', 'fast'])
  expect(summarizeCourse([workout('untitled', {})])?.name).toBeUndefined()
  expect(summarizeCourse([])).toBeUndefined()
})
