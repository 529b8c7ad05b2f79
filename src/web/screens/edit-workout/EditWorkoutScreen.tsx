import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/client/api-error'
import { workoutQuery } from '@/web/api/workouts/workouts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { useProfile } from '@/web/state/profile'
import { EditWorkoutForm } from './EditWorkoutForm'

const route = getRouteApi('/member/workouts/$workoutId/edit')

/** Edits one of the user's workouts. */
export function EditWorkoutScreen() {
  const { workoutId } = route.useParams()
  const profile = useProfile()
  const query = useQuery(workoutQuery(workoutId))
  const { data: workout, error } = query
  const others = workout && profile && workout.user.username !== profile.username
  if (isNotFound(error) || others) return <NotFoundScreen />
  if (error && !workout) return <LoadError whole queries={[query]} />
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
