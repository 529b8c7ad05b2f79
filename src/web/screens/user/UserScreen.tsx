import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { personQuery } from '@/web/api/people'
import { LoadError } from '@/web/components/LoadError'
import { usePageTitle } from '@/web/components/use-page-title'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { useProfile } from '@/web/state/preferences'
import { useRole } from '@/web/state/role'
import { PersonHeading } from './PersonHeading'
import { PersonRecords } from './PersonRecords'
import { PersonTotals } from './PersonTotals'
import { PersonWorkouts } from './PersonWorkouts'
import { Sanctions } from './Sanctions'
import classes from './UserScreen.module.css'

const route = getRouteApi('/users/$username')

/** Somebody's page: who they are, what they did, and what moderators decided about them. */
export function UserScreen() {
  const { username } = route.useParams()
  usePageTitle(username)
  const own = useProfile()?.username === username
  const moderates = useRole('moderator') ?? false
  const query = useQuery(personQuery(username))
  const { data: person } = query
  if (isNotFound(query.error)) return <NotFoundScreen />
  if (!person) return <LoadError whole of={[query]} />
  return (
    <article className={classes.screen}>
      <PersonHeading person={person} />
      <PersonTotals person={person} />
      <PersonWorkouts username={username} />
      <PersonRecords records={person.records ?? []} />
      {(own || moderates) && <Sanctions username={username} person={person} own={own} />}
    </article>
  )
}
