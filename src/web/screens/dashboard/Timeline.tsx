import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type TimelineWorkout, timelineQuery } from '@/web/api/workouts/timeline'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { t } from '@/web/i18n/text'
import { LogSkeleton } from './LogSkeleton'
import classes from './Timeline.module.css'
import { TimelineCard } from './TimelineCard'
import { useReactions } from './use-reactions'

/** The workouts of the account and of all accounts that it follows. */
export function Timeline() {
  const list = useInfiniteQuery(timelineQuery)
  const pages = list.data?.pages.map(({ data }) => data.workouts) ?? []
  if (list.isPending) return <LogSkeleton />
  return (
    <>
      <LoadError queries={[list]} />
      {list.data && pages.every(({ length }) => length === 0) && (
        <p>
          {t('people.noWorkouts')} <Link to="/users">{t('people.search')}</Link>
        </p>
      )}
      <ul className={classes.cards} aria-label={t('dashboard.timeline')}>
        {pages.map((workouts) => (
          <TimelinePage key={workouts[0]?.id} workouts={workouts} />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  )
}

function TimelinePage({ workouts }: { workouts: readonly TimelineWorkout[] }) {
  const { reactions, like } = useReactions(workouts.map(({ id }) => id))
  return workouts.map((workout) => (
    <TimelineCard
      key={workout.id}
      workout={workout}
      reactions={reactions.get(workout.id)}
      like={like}
    />
  ))
}
