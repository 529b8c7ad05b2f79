import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Person, personQuery, personWorkoutsQuery } from '@/web/api/accounts/people'
import { isNotFound } from '@/web/api/client/api-error'
import type { WorkoutRecord } from '@/web/api/workouts/workouts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { WorkoutColumns } from '@/web/components/lists/WorkoutColumns'
import { WorkoutRow } from '@/web/components/lists/WorkoutRow'
import { usePageTitle } from '@/web/components/loading/use-page-title'
import { Figures } from '@/web/components/numbers/Figures'
import { groupRecordsBySport } from '@/web/components/numbers/records-by-sport'
import { SportRecords } from '@/web/components/numbers/SportRecords'
import { SportMedal } from '@/web/components/people/SportMedal'
import {
  formatCount,
  formatDistance,
  formatHeight,
  formatLongDuration,
} from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { PersonHeading } from './PersonHeading'
import { Sanctions } from './Sanctions'
import classes from './UserScreen.module.css'

const route = getRouteApi('/users/$username')

/** A user's profile: heading, totals, records, workouts and moderation actions. */
export function UserScreen() {
  const { username } = route.useParams()
  usePageTitle(username)
  const own = useProfile()?.username === username
  const query = useQuery(personQuery(username))
  const { data: person } = query
  if (isNotFound(query.error)) return <NotFoundScreen />
  if (!person) return <LoadError whole queries={[query]} />
  return (
    <article className={classes.screen}>
      <PersonHeading person={person} />
      <PersonTotals person={person} />
      <PersonWorkouts username={username} />
      <PersonRecords records={person.records ?? []} />
      {own && <Sanctions username={username} />}
    </article>
  )
}

/** A user's personal records by sport, as far as the reader may see them. */
function PersonRecords({ records }: { records: readonly WorkoutRecord[] }) {
  const sports = groupRecordsBySport(records, usePreferences())
  if (sports.length === 0) return null
  return (
    <section className={classes.part}>
      <h2 className={classes.heading}>{t('workout.records')}</h2>
      <div className={classes.records}>
        {sports.map(([sportId, ofSport]) => (
          <SportRecords key={sportId} sportId={sportId} records={ofSport} />
        ))}
      </div>
    </section>
  )
}

/** A user's totals and sports; hidden from visitors without an account. */
function PersonTotals({ person }: { person: Partial<Person> }) {
  const preferences = usePreferences()
  const { total_distance: distance, sports_list: sports = [] } = person
  if (distance === undefined) return null
  return (
    <>
      <Figures
        label={t('dashboard.totals')}
        figures={[
          [t('dashboard.workouts'), formatCount(person.nb_workouts ?? 0, '', preferences)],
          [t('stat.distance'), formatDistance(distance, preferences)],
          [t('stat.moving'), formatLongDuration(person.total_duration ?? null, preferences)],
          ...(preferences.showAscent
            ? [[t('stat.ascent'), formatHeight(person.total_ascent ?? null, preferences)] as const]
            : []),
        ]}
      />
      {sports.length > 0 && (
        <ul className={classes.sports} aria-label={t('settings.sports')}>
          {sports.map((id) => (
            <li key={id}>
              <SportMedal sportId={id} size={34} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** All workouts of a user that the reader may see, latest first. */
function PersonWorkouts({ username }: { username: string }) {
  const list = useInfiniteQuery(personWorkoutsQuery(username))
  const workouts = list.data?.pages.flatMap((page) => page.workouts) ?? []
  return (
    <section className={classes.part}>
      <WorkoutColumns heading={t('workouts.title')} />
      <LoadError queries={[list]} />
      {list.data && workouts.length === 0 && (
        <p className={classes.none}>{t('people.noWorkouts')}</p>
      )}
      {workouts.length > 0 && (
        <ul className={classes.rows} aria-label={t('workouts.title')}>
          {workouts.map((workout) => (
            <WorkoutRow key={workout.id} workout={workout} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </section>
  )
}
