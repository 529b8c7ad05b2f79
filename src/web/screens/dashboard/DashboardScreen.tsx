import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { workoutsQuery } from '@/web/api/workouts'
import { DropAnywhere } from '@/web/components/DropAnywhere'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { usePageTitle } from '@/web/components/use-page-title'
import { t } from '@/web/i18n/text'
import classes from './DashboardScreen.module.css'
import { EmptyLog } from './EmptyLog'
import { LogSkeleton } from './LogSkeleton'
import { RecordsAside } from './RecordsAside'
import { Totals } from './Totals'
import { WorkoutLog } from './WorkoutLog'

/** Home: what was done so far, the latest workouts, and a place to drop the next one. */
export function DashboardScreen() {
  usePageTitle(t('dashboard.title'))
  const navigate = useNavigate()
  const log = useInfiniteQuery(workoutsQuery)
  const workouts = log.data?.pages.flatMap(({ data }) => data.workouts) ?? []
  const takeIn = useCallback(
    (files: File[]) => void navigate({ to: '/workouts/add', state: { files } }),
    [navigate],
  )
  return (
    <>
      <DropAnywhere onFiles={takeIn} />
      <h1 className={classes.title}>{t('dashboard.title')}</h1>
      {log.isPending && <LogSkeleton />}
      {log.error && <ErrorPanel error={log.error} onRetry={log.refetch} />}
      {log.isSuccess && workouts.length === 0 && <EmptyLog onFiles={takeIn} />}
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
