import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  choosePlannedCourse,
  type PlannedCourse as Planned,
  plannedCourseQuery,
  refreshCourses,
} from '@/web/api/courses/planned-course'
import type { Workout } from '@/web/api/workouts/workouts'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { formatPercent } from '@/web/format/numbers'
import { formatHeight, formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import classes from './OthersView.module.css'

/** The planned course of one of the user's own workouts, requested once the map has loaded. */
export function usePlannedCourse({ id, user }: Workout, isMapLoaded: boolean): Planned | undefined {
  const isOwn = useProfile()?.username === user.username
  const { data } = useQuery({ ...plannedCourseQuery(id), enabled: isOwn && isMapLoaded })
  return data ?? undefined
}

/** How much of its course a workout followed. A suggested course can be confirmed or rejected. */
export function PlannedCourse({
  workoutId,
  planned: { course, comparison, is_suggested: isSuggested },
}: {
  workoutId: string
  planned: Planned
}) {
  const preferences = usePreferences()
  const client = useQueryClient()
  const choice = useMutation({
    mutationFn: (courseId: string | null) => choosePlannedCourse(workoutId, courseId),
    onSuccess: () => refreshCourses(client),
  })
  const { followed, deviation } = comparison
  return (
    <section className={classes.view} aria-label={t('courses.planned')}>
      <p>
        {t('courses.planned')}:{' '}
        <Link to="/courses/$courseId" params={{ courseId: course.id }}>
          {course.name}
        </Link>
        {' · '}
        {t('courses.followed', {
          share: formatPercent(Math.floor(followed * 100), 0, preferences.locale),
        })}
        {deviation !== null && (
          <>
            {' · '}
            {t('courses.deviation', {
              distance: formatQuantity(formatHeight(deviation, preferences)),
            })}
          </>
        )}
      </p>
      {isSuggested && (
        <>
          <Button
            variant="light"
            size="sm"
            disabled={choice.isPending}
            onClick={() => choice.mutate(course.id)}
          >
            {t('courses.confirm')}
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={choice.isPending}
            onClick={() => choice.mutate(null)}
          >
            {t('courses.reject')}
          </Button>
        </>
      )}
      <ErrorNote error={choice.error} />
    </section>
  )
}
