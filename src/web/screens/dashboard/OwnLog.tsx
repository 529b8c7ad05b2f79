import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { workoutsQuery } from '@/web/api/workouts'
import { Later } from '@/web/components/Later'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import classes from './DashboardScreen.module.css'
import { EmptyLog } from './EmptyLog'
import { LogSkeleton } from './LogSkeleton'
import { MonthCalendar } from './MonthCalendar'
import { RecentRecords } from './RecentRecords'
import { RunningImports } from './RunningImports'
import { Totals } from './Totals'
import { WeeksPanel } from './WeeksPanel'
import { WorkoutLog } from './WorkoutLog'

/** What the account did so far and lately, and its latest workouts. */
export function OwnLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  const profile = useProfile()
  const log = useInfiniteQuery(workoutsQuery)
  // Drawn a few milliseconds at a time, where at once would keep the page from answering.
  const data = useDeferredValue(log.data)
  const workouts = data?.pages.flatMap(({ data }) => data.workouts) ?? []
  if ((!data && !log.error) || !profile) return <LogSkeleton />
  return (
    <>
      <LoadError of={[log]} />
      {log.data && workouts.length === 0 && (
        <>
          <EmptyLog onFiles={onFiles} />
          <div className={classes.imports}>
            <RunningImports />
          </div>
        </>
      )}
      {workouts.length > 0 && (
        <>
          <Totals />
          <div className={classes.columns}>
            <div className={classes.main}>
              <WeeksPanel profile={profile} />
              <WorkoutLog
                workouts={workouts}
                more={<MoreButton list={log} label={t('dashboard.more')} />}
              />
            </div>
            <aside className={classes.aside}>
              <RunningImports />
              <Later>
                <MonthCalendar profile={profile} />
              </Later>
              <Later>
                <RecentRecords profile={profile} />
              </Later>
            </aside>
          </div>
        </>
      )}
    </>
  )
}
