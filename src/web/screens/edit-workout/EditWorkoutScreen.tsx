import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { workoutQuery } from '@/web/api/workouts'
import { LoadError } from '@/web/components/LoadError'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { useProfile } from '@/web/state/preferences'
import { EditWorkoutForm } from './EditWorkoutForm'

const route = getRouteApi('/member/workouts/$workoutId/edit')

/** Changes a workout of one's own. */
export function EditWorkoutScreen() {
  const { workoutId } = route.useParams()
  const profile = useProfile()
  const query = useQuery(workoutQuery(workoutId))
  const { data: workout, error } = query
  const others = workout && profile && workout.user.username !== profile.username
  if (isNotFound(error) || others) return <NotFoundScreen />
  if (error && !workout) return <LoadError whole of={[query]} />
  return (
    <Page
      title={t('edit.title')}
      actions={
        <Link to="/workouts/$workoutId" params={{ workoutId }}>
          {t('edit.leave')}
        </Link>
      }
    >
      {workout && profile && <EditWorkoutForm key={workout.id} workout={workout} />}
    </Page>
  )
}
