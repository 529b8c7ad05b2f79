import { useInfiniteQuery } from '@tanstack/react-query'
import { workoutsQuery } from '@/web/api/workouts/workouts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Deferred } from '@/web/components/loading/Deferred'
import { t } from '@/web/i18n/text'
import { Attention } from '@/web/screens/dashboard/panels/Attention'
import { FreshnessPanel } from '@/web/screens/dashboard/panels/FreshnessPanel'
import { LastWorkout } from '@/web/screens/dashboard/panels/LastWorkout'
import { RecentRecords } from '@/web/screens/dashboard/panels/RecentRecords'
import { WeeksPanel } from '@/web/screens/dashboard/panels/WeeksPanel'
import { YearPanel } from '@/web/screens/dashboard/panels/YearPanel'
import { useProfile } from '@/web/state/profile'
import classes from './DashboardScreen.module.css'
import { EmptyLog } from './EmptyLog'
import { LogSkeleton } from './LogSkeleton'
import { MonthCalendar } from './MonthCalendar'
import { WorkoutLog } from './WorkoutLog'

/** Among this many workouts, the latest with a map is shown large. */
const RECENT = 6

/** How the user is doing now: the last workout, this week, this year and freshness; the log follows. */
export function OwnLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  const profile = useProfile()
  const log = useInfiniteQuery(workoutsQuery)
  const { data } = log
  const workouts = data?.pages.flatMap(({ data }) => data.workouts) ?? []
  // A workout without a map has nothing to show at that size, and is in the log below.
  const shown = workouts.slice(0, RECENT).find(({ map }) => map) ?? workouts[0]
  if ((!data && !log.error) || !profile) return <LogSkeleton />
  return (
    <>
      <LoadError queries={[log]} />
      {data && !shown && (
        <>
          <EmptyLog onFiles={onFiles} />
          <div className={classes.alone}>
            <Attention />
          </div>
        </>
      )}
      {shown && (
        <>
          <div className={classes.columns}>
            <LastWorkout
              workout={shown}
              label={t(shown === workouts[0] ? 'dashboard.last' : 'dashboard.lastRoute')}
            />
            <div className={classes.stack}>
              <WeeksPanel profile={profile} />
              <Attention />
            </div>
          </div>
          <Deferred placeholder={<div className={classes.pair} />}>
            <div className={classes.pair}>
              <YearPanel profile={profile} />
              <FreshnessPanel />
            </div>
          </Deferred>
          <div className={classes.columns}>
            <Deferred placeholder={<div />}>
              <WorkoutLog
                workouts={workouts.filter((workout) => workout !== shown)}
                more={<MoreButton list={log} label={t('dashboard.more')} />}
              />
            </Deferred>
            <aside className={classes.stack}>
              <Deferred>
                <MonthCalendar profile={profile} />
              </Deferred>
              <Deferred>
                <RecentRecords profile={profile} />
              </Deferred>
            </aside>
          </div>
        </>
      )}
    </>
  )
}
