import { Progress } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { isOngoing, tasksQuery } from '@/web/api/workouts/tasks'
import { workoutsQuery } from '@/web/api/workouts/workouts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { TaskState } from '@/web/components/feedback/TaskState'
import { FilePicker } from '@/web/components/forms/FilePicker'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Deferred } from '@/web/components/loading/Deferred'
import { Figures } from '@/web/components/numbers/Figures'
import { Contours } from '@/web/components/page/Contours'
import { PointerText } from '@/web/components/page/PointerText'
import {
  formatCount,
  formatDistance,
  formatHeight,
  formatLongDuration,
} from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import classes from './DashboardScreen.module.css'
import { LogSkeleton } from './LogSkeleton'
import { MonthCalendar } from './MonthCalendar'
import { RecentRecords } from './RecentRecords'
import { WeeksPanel } from './WeeksPanel'
import { WorkoutLog } from './WorkoutLog'

/** The account's totals, recent weeks and latest workouts. */
export function OwnLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  const profile = useProfile()
  const log = useInfiniteQuery(workoutsQuery)
  // Rendered with low priority in small slices, to keep the page responsive.
  const data = useDeferredValue(log.data)
  const workouts = data?.pages.flatMap(({ data }) => data.workouts) ?? []
  if ((!data && !log.error) || !profile) return <LogSkeleton />
  return (
    <>
      <LoadError queries={[log]} />
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

/** The account's all-time totals, in four numbers. */
function Totals() {
  const profile = useProfile()
  const preferences = usePreferences()
  return (
    <Figures
      label={t('dashboard.totals')}
      figures={[
        [t('dashboard.workouts'), formatCount(profile?.nb_workouts ?? null, '', preferences)],
        [t('stat.distance'), formatDistance(profile?.total_distance ?? null, preferences)],
        [t('stat.moving'), formatLongDuration(profile?.total_duration ?? null, preferences)],
        ...(preferences.showAscent
          ? [[t('stat.ascent'), formatHeight(profile?.total_ascent ?? null, preferences)] as const]
          : []),
      ]}
    />
  )
}

/** Shown if there are no workouts: links to add the first one, or to import from another service. */
function EmptyLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <div className={classes.zone}>
      <Contours color="var(--mp-accent)" opacity={0.1} />
      <IconFileUpload size={40} stroke={1.5} />
      <h2>{t('dashboard.empty.title')}</h2>
      <p>
        <PointerText mouse={t('dashboard.empty.text')} touch={t('dashboard.empty.textTouch')} />
      </p>
      <FilePicker onFiles={onFiles} className={classes.action}>
        {t('dashboard.empty.action')}
      </FilePicker>
      <ul className={classes.ways}>
        <li>
          <h3>{t('dashboard.empty.moveTitle')}</h3>
          <p>
            {t('dashboard.empty.moveText')} <Link to="/move-in">{t('moveIn.how')}</Link>
          </p>
        </li>
        <li>
          <h3>{t('dashboard.empty.handTitle')}</h3>
          <p>
            <Link to="/workouts/add" search={{ way: 'hand' }}>
              {t('dashboard.empty.hand')}
            </Link>
          </p>
        </li>
        <li>
          <h3>{t('dashboard.empty.prefsTitle')}</h3>
          <p>
            <Link to="/profile/edit/preferences">{t('dashboard.empty.prefs')}</Link>
          </p>
        </li>
      </ul>
    </div>
  )
}

/** The archive imports in progress; renders nothing if there are none. */
function RunningImports() {
  const list = useInfiniteQuery(tasksQuery)
  const running = list.data?.pages.flatMap(({ data }) => data.tasks.filter(isOngoing)) ?? []
  if (running.length === 0) return null
  return (
    <section aria-label={t('dashboard.imports')}>
      <h2 className={classes.heading}>{t('dashboard.imports')}</h2>
      <ul className={classes.list}>
        {running.map(({ id, original_file_name: name, status, progress }) => (
          <li key={id}>
            <Link to="/workouts/tasks/$taskId" params={{ taskId: id }}>
              {name ?? t('tasks.title')}
            </Link>
            <TaskState status={status} />
            <Progress value={progress} animated aria-label={t('task.progress')} />
          </li>
        ))}
      </ul>
    </section>
  )
}
