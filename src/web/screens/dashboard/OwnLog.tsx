import { useInfiniteQuery } from '@tanstack/react-query'
import { workoutsQuery } from '@/web/api/workouts'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import classes from './DashboardScreen.module.css'
import { EmptyLog } from './EmptyLog'
import { LogSkeleton } from './LogSkeleton'
import { RecordsAside } from './RecordsAside'
import { Totals } from './Totals'
import { WorkoutLog } from './WorkoutLog'

/** What the account did so far, and its latest workouts. */
export function OwnLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  const log = useInfiniteQuery(workoutsQuery)
  const workouts = log.data?.pages.flatMap(({ data }) => data.workouts) ?? []
  return (
    <>
      {log.isPending && <LogSkeleton />}
      {log.error && <ErrorPanel error={log.error} onRetry={log.refetch} />}
      {log.isSuccess && workouts.length === 0 && <EmptyLog onFiles={onFiles} />}
      {workouts.length > 0 && (
        <>
          <Totals />
          <div className={classes.columns}>
            <WorkoutLog
              workouts={workouts}
              hasMore={log.hasNextPage}
              loadingMore={log.isFetchingNextPage}
              onMore={() => void log.fetchNextPage()}
            />
            <RecordsAside sportId={workouts[0]?.sport_id} />
          </div>
        </>
      )}
    </>
  )
}
