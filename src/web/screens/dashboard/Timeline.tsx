import { useInfiniteQuery } from '@tanstack/react-query'
import { timelineQuery } from '@/web/api/timeline'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { MoreButton } from '@/web/components/MoreButton'
import { WorkoutRow } from '@/web/components/WorkoutRow'
import { t } from '@/web/i18n/text'
import { LogSkeleton } from './LogSkeleton'
import classes from './Timeline.module.css'

/** The workouts of everybody the account follows, among its own. */
export function Timeline() {
  const list = useInfiniteQuery(timelineQuery)
  const workouts = list.data?.pages.flatMap(({ data }) => data.workouts) ?? []
  if (list.isPending) return <LogSkeleton />
  return (
    <>
      {list.error && <ErrorPanel error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && workouts.length === 0 && <p>{t('people.noWorkouts')}</p>}
      <ul className={classes.rows} aria-label={t('dashboard.timeline')}>
        {workouts.map(({ user, ...workout }) => (
          <WorkoutRow
            key={workout.id}
            workout={workout}
            by={typeof user === 'string' ? user : user.username}
          />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  )
}
