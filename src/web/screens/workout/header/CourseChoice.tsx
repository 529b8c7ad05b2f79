import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { coursesQuery, saveWorkoutAsCourse } from '@/web/api/courses/courses'
import {
  choosePlannedCourse,
  plannedCourseQuery,
  refreshCourses,
} from '@/web/api/courses/planned-course'
import type { Workout } from '@/web/api/workouts/workouts'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Form } from '@/web/components/forms/Form'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { t } from '@/web/i18n/text'

/** Chooses the course that a workout was planned to follow, and saves the route of a workout as a course. */
export function CourseChoice({ workout, own }: { workout: Workout; own: boolean }) {
  return (
    <>
      {own && <PlannedChoice workoutId={workout.id} />}
      <SaveAsCourse workout={workout} />
    </>
  )
}

function PlannedChoice({ workoutId }: { workoutId: string }) {
  const client = useQueryClient()
  const list = useInfiniteQuery(coursesQuery(''))
  const planned = useQuery(plannedCourseQuery(workoutId))
  const choice = useMutation({
    mutationFn: (courseId: string) => choosePlannedCourse(workoutId, courseId || null),
    onSuccess: () => refreshCourses(client),
  })
  const chosen = planned.data?.course
  const courses = list.data?.pages.flatMap(({ data }) => data.courses) ?? []
  const shown =
    chosen && !courses.some(({ id }) => id === chosen.id) ? [chosen, ...courses] : courses
  if (shown.length === 0) return <LoadError queries={[list, planned]} />
  return (
    <>
      <NativeSelect
        label={t('courses.planned')}
        value={choice.isPending ? choice.variables : (chosen?.id ?? '')}
        disabled={choice.isPending || planned.isPending}
        onChange={choice.mutate}
      >
        {renderOptions([
          { value: '', label: t('courses.noCourse') },
          ...shown.map(({ id, name }) => ({ value: id, label: name })),
        ])}
      </NativeSelect>
      <MoreButton list={list} />
      <span role="status">{choice.isSuccess && t('form.saved')}</span>
      <ErrorNote error={choice.error} />
    </>
  )
}

const MAX_NAME = 200

function SaveAsCourse({ workout: { id, title } }: { workout: Workout }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const saving = useMutation({
    mutationFn: (name: string) => saveWorkoutAsCourse(id, name),
    onSuccess: async (course) => {
      await refreshCourses(client)
      await navigate({ to: '/courses/$courseId', params: { courseId: course.id } })
    },
  })
  const form = useForm({
    initialValues: { name: title ?? '' },
    validate: { name: (text) => (text.trim() === '' ? t('courses.nameRule') : null) },
  })
  return (
    <Form
      once
      guarded={false}
      label={t('courses.saveAs')}
      submit={t('courses.saveAs')}
      saving={saving}
      onSubmit={form.onSubmit(({ name }) => saving.mutate(name))}
    >
      <TextInput
        label={t('courses.name')}
        size="md"
        maxLength={MAX_NAME}
        {...form.getInputProps('name')}
      />
    </Form>
  )
}
