import {
  IconArrowsDiff,
  IconAward,
  IconFlame,
  IconRoute,
  IconTrophy,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sameCourseQuery } from '@/web/api/workouts/courses'
import { rankedEffortsQuery } from '@/web/api/workouts/efforts'
import { type Workout, workoutTilesQuery } from '@/web/api/workouts/workouts'
import { useDeferred } from '@/web/components/loading/Deferred'
import { formatEffortTarget } from '@/web/components/numbers/effort-text'
import { getRecordLabel } from '@/web/components/numbers/record-label'
import { formatDate } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { useWorkoutLoad } from '@/web/screens/workout/tabs/workout-tabs'
import { usePreferences } from '@/web/state/preferences'
import classes from './Headlines.module.css'
import { type NewTiles, NewTilesChip } from './NewTilesChip'
import { type Headline, selectHeadlines } from './select-headlines'

/**
 * The most interesting facts about a workout as links to their details, its new map tiles, and a link to compare it with
 * the previous time on its course. Ranks are among the owner's workouts, so only owners see them.
 */
export function Headlines({ workout, own }: { workout: Workout; own: boolean }) {
  // Requested after the numbers of the workout.
  const isReady = useDeferred()
  const { id } = workout
  const { rank, previous } =
    useQuery({
      ...sameCourseQuery(id, false, 1),
      enabled: isReady && own && workout.with_geometry === true,
    }).data ?? {}
  const efforts = useQuery({
    ...rankedEffortsQuery(id),
    enabled: isReady && own && workout.with_analysis,
  }).data?.efforts
  const load = useWorkoutLoad(workout, own, isReady)
  const tiles = useNewTiles(id, isReady && own && workout.with_geometry === true)
  const headlines = selectHeadlines({ workout, rank, efforts, load })
  // Space for the chips is reserved where they are expected, so that the page does not move.
  if (headlines.length === 0 && !previous && !tiles && !(own && workout.with_analysis)) return null
  return (
    <ul className={classes.row} aria-label={t('headline.label')}>
      {headlines.map((headline) => (
        <li key={keyOf(headline)}>
          <HeadlineChip headline={headline} workout={workout} />
        </li>
      ))}
      {tiles && (
        <li>
          <NewTilesChip {...tiles} />
        </li>
      )}
      {previous && (
        <li>
          <CompareChip workoutId={id} previous={previous} />
        </li>
      )}
    </ul>
  )
}

/** The tiles that a workout visited first; undefined if there are none. */
function useNewTiles(id: string, enabled: boolean): NewTiles | undefined {
  const { data } = useQuery({ ...workoutTilesQuery(id), enabled })
  const [large = 0, small = 0] = data?.map((tiles) => tiles.new) ?? []
  return small > 0 ? { large, small } : undefined
}

const keyOf = (headline: Headline): string =>
  headline.kind === 'effort' ? `${headline.effort.kind}-${headline.effort.target}` : headline.kind

function Chip({ Icon, children }: { Icon: TablerIcon; children: ReactNode }) {
  return (
    <>
      <Icon size={17} stroke={1.75} aria-hidden="true" />
      {children}
    </>
  )
}

function HeadlineChip({ headline, workout }: { headline: Headline; workout: Workout }) {
  const preferences = usePreferences()
  const params = { workoutId: workout.id }
  switch (headline.kind) {
    case 'course': {
      const { place, count } = headline
      return (
        <Link
          to="/workouts/$workoutId/same-route"
          params={params}
          className={place <= 3 ? classes.best : classes.chip}
        >
          <Chip Icon={IconRoute}>{t('headline.course', { place: String(place), count })}</Chip>
        </Link>
      )
    }
    case 'effort': {
      const { effort, place } = headline
      const { kind, target } = effort
      const name = formatEffortTarget(effort, preferences, true)
      return (
        <Link
          to="/efforts/ranking"
          search={{ sport: String(workout.sport_id), kind, target: String(target) }}
          className={place === 1 ? classes.best : classes.chip}
        >
          <Chip Icon={IconTrophy}>
            {t('headline.effort', { place: String(place), kind, target: name })}
          </Chip>
        </Link>
      )
    }
    case 'record':
      return (
        <Link to="/records" className={classes.best}>
          <Chip Icon={IconAward}>{getRecordLabel(headline.record)}</Chip>
        </Link>
      )
    case 'load': {
      const { value, isEstimate, intensity } = headline
      const load = `${isEstimate ? '≈ ' : ''}${formatNumber(value, 0, preferences.locale)}`
      return (
        <Link to="/workouts/$workoutId/zones" params={params} className={classes.chip}>
          <Chip Icon={IconFlame}>{t('headline.load', { load, intensity })}</Chip>
        </Link>
      )
    }
  }
}

function CompareChip({
  workoutId,
  previous,
}: {
  workoutId: string
  previous: { id: string; workout_date: string }
}) {
  const preferences = usePreferences()
  const day = formatDate(new Date(previous.workout_date), preferences)
  return (
    <Link
      to="/workouts/compare"
      search={{ ids: `${workoutId},${previous.id}` }}
      className={classes.action}
    >
      <Chip Icon={IconArrowsDiff}>{t('headline.compare', { day })}</Chip>
    </Link>
  )
}
