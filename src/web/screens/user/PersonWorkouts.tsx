import { useInfiniteQuery } from '@tanstack/react-query'
import { personWorkoutsQuery } from '@/web/api/people'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { WorkoutColumns } from '@/web/components/WorkoutColumns'
import { WorkoutRow } from '@/web/components/WorkoutRow'
import { t } from '@/web/i18n/text'
import classes from './UserScreen.module.css'

/** Every workout of somebody that the reader may see, latest first. */
export function PersonWorkouts({ username }: { username: string }) {
  const list = useInfiniteQuery(personWorkoutsQuery(username))
  const workouts = list.data?.pages.flatMap((page) => page.workouts) ?? []
  return (
    <section className={classes.part}>
      <WorkoutColumns heading={t('workouts.title')} />
      <LoadError of={[list]} />
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
