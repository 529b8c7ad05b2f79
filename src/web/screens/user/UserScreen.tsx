import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { personQuery, personWorkoutsQuery } from '@/web/api/people'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { usePageTitle } from '@/web/components/use-page-title'
import { WorkoutRow } from '@/web/components/WorkoutRow'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { PersonHeading } from './PersonHeading'
import classes from './UserScreen.module.css'

const route = getRouteApi('/users/$username')

/** Somebody's page: who they are, and what they did lately. */
export function UserScreen() {
  const { username } = route.useParams()
  usePageTitle(username)
  const { data: person, error, refetch } = useQuery(personQuery(username))
  const { data: workouts } = useQuery(personWorkoutsQuery(username))
  if (isNotFound(error)) return <NotFoundScreen />
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  if (!person) return null
  return (
    <article className={classes.screen}>
      <PersonHeading person={person} />
      <h2 className={classes.heading}>{t('dashboard.latest')}</h2>
      {workouts?.length === 0 && <p className={classes.none}>{t('people.noWorkouts')}</p>}
      <ul className={classes.rows} aria-label={t('dashboard.latest')}>
        {workouts?.map((workout) => (
          <WorkoutRow key={workout.id} workout={workout} />
        ))}
      </ul>
    </article>
  )
}
