import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type CourseWorkout, sameCourseQuery } from '@/web/api/workouts/courses'
import type { Workout } from '@/web/api/workouts/workouts'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { formatDate } from '@/web/format/dates'
import { formatClock } from '@/web/format/duration'
import { formatCount, formatQuantity } from '@/web/format/quantity'
import { getSpeedFormat } from '@/web/format/speed'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { useSport } from '@/web/state/sports'
import classes from './SameRoute.module.css'
import { TrendChart } from './TrendChart'
import { computeTrend } from './trend'

const DIRECTIONS = {
  both: 'route.both',
  same: 'route.same',
  opposite: 'route.opposite',
} as const satisfies Record<string, TextKey>

type Choice = keyof typeof DIRECTIONS

const CHOICES = Object.keys(DIRECTIONS) as Choice[]

const SPORT_NAMES = { own: 'route.ownSport', all: 'stats.allSports' } as const satisfies Record<
  string,
  TextKey
>

type Sports = keyof typeof SPORT_NAMES

const SPORTS = Object.keys(SPORT_NAMES) as Sports[]

/** Number of workouts shown until the table is expanded. */
const AT_FIRST = 6

/** The other workouts on the same course, their speeds, and the trend. */
export function SameRoute({ workout }: { workout: Workout }) {
  const enabled = workout.with_geometry === true
  const [wish, choose] = useState<Sports>()
  const own = useQuery({ ...sameCourseQuery(workout.id, false), enabled }).data
  // Compares the counts with and without other sports, to show the selection only if it makes a difference.
  const every = useQuery({ ...sameCourseQuery(workout.id, true, 1), enabled }).data
  const hasOthers = own !== undefined && every !== undefined && every.total > own.total
  const sports = wish ?? (hasOthers && own.total === 1 ? 'all' : 'own')
  const all = useQuery({
    ...sameCourseQuery(workout.id, true),
    enabled: enabled && sports === 'all',
    placeholderData: () => own,
  }).data
  const shown = sports === 'all' ? all : own
  const isAlone = !enabled || (own !== undefined && every !== undefined && every.total < 2)
  return (
    <section data-part="same-route">
      {/* The tab is hidden then, but its URL may be opened. */}
      {isAlone && <p>{t('route.none')}</p>}
      {shown && (shown.total > 1 || hasOthers) && (
        <History
          workout={workout}
          workouts={shown.workouts}
          total={shown.total}
          sports={sports}
          tools={
            hasOthers && (
              <SegmentedControl
                label={t('add.sport')}
                value={sports}
                onChange={choose}
                data={SPORTS.map((value) => ({ value, label: t(SPORT_NAMES[value]) }))}
              />
            )
          }
        />
      )}
    </section>
  )
}

function History({
  workout,
  workouts,
  total,
  sports,
  tools,
}: {
  workout: Workout
  workouts: readonly CourseWorkout[]
  total: number
  sports: Sports
  /** Controls that select the workouts. */
  tools: ReactNode
}) {
  const preferences = usePreferences()
  const isMember = useProfile() !== undefined
  const [choice, choose] = useState<Choice>('both')
  const [isLong, lengthen] = useState(false)
  const twoWays = workouts.some(({ direction }) => direction === 'opposite')
  const chosen = workouts.filter(({ direction }) => choice === 'both' || direction === choice)
  const shown = isLong ? chosen : chosen.slice(0, AT_FIRST)
  const { label, format } = getSpeedFormat(workout, preferences)
  // Only workouts of the same sport have comparable speeds.
  const comparable = chosen.filter(({ sport_id }) => sport_id === workout.sport_id)
  const columns: Columns = {
    sport: sports === 'all',
    direction: twoWays,
    heartRate: chosen.some(({ ave_hr }) => ave_hr !== null),
    compare: isMember,
  }
  const headings = listHeadings(columns, label)
  return (
    <NumberTable
      title={t('route.title', { count: total })}
      tools={
        <>
          {tools}
          {twoWays && <DirectionChoice value={choice} onChange={choose} />}
        </>
      }
      above={<Trend workouts={comparable} shownId={workout.id} write={format} />}
      headings={headings}
    >
      {shown.map((one) => (
        <HistoryRow key={one.id} one={one} shownId={workout.id} columns={columns} write={format} />
      ))}
      {shown.length < chosen.length && (
        <tr>
          <td colSpan={headings.length} className={classes.more}>
            <Button variant="default" size="sm" onClick={() => lengthen(true)}>
              {t('split.all', { count: chosen.length })}
            </Button>
          </td>
        </tr>
      )}
    </NumberTable>
  )
}

const DirectionChoice = (props: { value: Choice; onChange: (value: Choice) => void }) => (
  <SegmentedControl
    label={t('route.direction')}
    data={CHOICES.map((value) => ({ value, label: t(DIRECTIONS[value]) }))}
    {...props}
  />
)

type WriteSpeed = ReturnType<typeof getSpeedFormat>['format']

/** A chart of the workouts' speeds over time, with a text that describes the trend. */
function Trend({
  workouts,
  shownId,
  write,
}: {
  workouts: readonly CourseWorkout[]
  /** Id of the workout whose page this is. */
  shownId: string
  write: WriteSpeed
}) {
  const trend = computeTrend(
    workouts.flatMap(({ workout_date, ave_speed }) =>
      ave_speed === null ? [] : [{ at: Date.parse(workout_date), value: ave_speed }],
    ),
  )
  return (
    <>
      <TrendChart workouts={workouts} shownId={shownId} trend={trend} />
      {trend && (
        <p className={classes.note}>
          {t('route.trend', {
            from: formatQuantity(write(trend.from)),
            to: formatQuantity(write(trend.to)),
          })}
        </p>
      )}
    </>
  )
}

/** Columns that the table has only if their values differ. */
interface Columns {
  sport: boolean
  direction: boolean
  heartRate: boolean
  compare: boolean
}

const listHeadings = (columns: Columns, speed: TextKey) => [
  t('route.day'),
  ...(columns.sport ? [t('add.sport')] : []),
  ...(columns.direction ? [t('route.direction')] : []),
  ...[t('stat.moving'), t(speed)],
  ...(columns.heartRate ? [t('series.hr')] : []),
  ...(columns.compare ? [t('compare.open')] : []),
]

function HistoryRow({
  one,
  shownId,
  columns,
  write,
}: {
  one: CourseWorkout
  /** Id of the workout whose page this is. */
  shownId: string
  columns: Columns
  write: WriteSpeed
}) {
  const preferences = usePreferences()
  return (
    <tr>
      <th scope="row">
        <Day one={one} isShown={one.id === shownId} />
      </th>
      {columns.sport && (
        <td>
          <SportName id={one.sport_id} />
        </td>
      )}
      {columns.direction && <td>{t(DIRECTIONS[one.direction])}</td>}
      <td>{formatClock(one.moving)}</td>
      <td>{formatQuantity(write(one.ave_speed))}</td>
      {columns.heartRate && (
        <td>{formatQuantity(formatCount(one.ave_hr, t('unit.bpm'), preferences))}</td>
      )}
      {columns.compare && (
        <td>
          {one.id !== shownId && (
            <Link to="/workouts/compare" search={{ ids: `${shownId},${one.id}` }}>
              {t('route.compare')}
            </Link>
          )}
        </td>
      )}
    </tr>
  )
}

/** The name of a sport, as the account calls it. */
const SportName = ({ id }: { id: number }) => useSport(id)?.label ?? null

/** The day of a workout, as a link to it. */
function Day({ one, isShown }: { one: CourseWorkout; isShown: boolean }) {
  const preferences = usePreferences()
  const day = formatDate(new Date(one.workout_date), preferences)
  if (isShown) return <strong>{day}</strong>
  return (
    <Link to="/workouts/$workoutId" params={{ workoutId: one.id }} title={one.title ?? undefined}>
      {day}
    </Link>
  )
}
