import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { type RouteWorkout, sameRouteQuery } from '@/web/api/routes'
import type { Workout } from '@/web/api/workouts'
import { NumberTable } from '@/web/components/NumberTable'
import { Segments } from '@/web/components/Segments'
import { useNear } from '@/web/components/use-near'
import { formatDate } from '@/web/format/dates'
import { formatClock } from '@/web/format/duration'
import { countOf, plain } from '@/web/format/quantity'
import { speedMeasure } from '@/web/format/speed'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './SameRoute.module.css'
import { TrendChart } from './TrendChart'
import { trendOf } from './trend'

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

/** So many workouts are shown until somebody wants to see all. */
const AT_FIRST = 6

/**
 * The other workouts on the route of a workout, how fast they were, and whether they get faster. They stand far down on
 * the page, and are asked for when somebody comes near.
 */
export function SameRoute({ workout }: { workout: Workout }) {
  const place = useRef<HTMLElement>(null)
  const isNear = useNear(place)
  const enabled = workout.with_geometry === true && isNear
  const [wish, choose] = useState<Sports>()
  const own = useQuery({ ...sameRouteQuery(workout.id, false), enabled }).data
  // How many there are tells whether there is anything to choose.
  const every = useQuery({ ...sameRouteQuery(workout.id, true, 1), enabled }).data
  const hasOthers = own !== undefined && every !== undefined && every.total > own.total
  const sports = wish ?? (hasOthers && own.total === 1 ? 'all' : 'own')
  const all = useQuery({
    ...sameRouteQuery(workout.id, true),
    enabled: enabled && sports === 'all',
    placeholderData: () => own,
  }).data
  const shown = sports === 'all' ? all : own
  return (
    <section ref={place} className={classes.place} data-part="same-route">
      {/* A workout that nothing can be held against has no history; the page is whole without it. */}
      {shown && (shown.total > 1 || hasOthers) && (
        <History
          workout={workout}
          workouts={shown.workouts}
          total={shown.total}
          sports={sports}
          tools={
            hasOthers && (
              <Segments
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
  workouts: readonly RouteWorkout[]
  total: number
  sports: Sports
  /** What else chooses which workouts these are. */
  tools: ReactNode
}) {
  const preferences = usePreferences()
  const isMember = useProfile() !== undefined
  const [choice, choose] = useState<Choice>('both')
  const [isLong, lengthen] = useState(false)
  const twoWays = workouts.some(({ direction }) => direction === 'opposite')
  const chosen = workouts.filter(({ direction }) => choice === 'both' || direction === choice)
  const shown = isLong ? chosen : chosen.slice(0, AT_FIRST)
  const { label, write } = speedMeasure(workout, preferences)
  // Nobody becomes faster by taking a bike.
  const comparable = chosen.filter(({ sport_id }) => sport_id === workout.sport_id)
  const trend = trendOf(
    comparable.flatMap(({ workout_date, ave_speed }) =>
      ave_speed === null ? [] : [{ at: Date.parse(workout_date), value: ave_speed }],
    ),
  )
  const withHr = chosen.some(({ ave_hr }) => ave_hr !== null)
  const headings = [
    t('route.day'),
    ...(sports === 'all' ? [t('add.sport')] : []),
    ...(twoWays ? [t('route.direction')] : []),
    ...[t('stat.moving'), t(label)],
    ...(withHr ? [t('series.hr')] : []),
  ]
  return (
    <NumberTable
      title={t('route.title', { count: total })}
      tools={
        <>
          {tools}
          {twoWays && (
            <Segments
              label={t('route.direction')}
              value={choice}
              onChange={choose}
              data={CHOICES.map((value) => ({ value, label: t(DIRECTIONS[value]) }))}
            />
          )}
        </>
      }
      above={
        <>
          <TrendChart workouts={comparable} shownId={workout.id} trend={trend} />
          {trend && (
            <p className={classes.note}>
              {t('route.trend', { from: plain(write(trend.from)), to: plain(write(trend.to)) })}
            </p>
          )}
        </>
      }
      headings={isMember ? [...headings, t('compare.open')] : headings}
    >
      {shown.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            <Day one={one} isShown={one.id === workout.id} />
          </th>
          {sports === 'all' && (
            <td>
              <SportName id={one.sport_id} />
            </td>
          )}
          {twoWays && <td>{t(DIRECTIONS[one.direction])}</td>}
          <td>{formatClock(one.moving)}</td>
          <td>{plain(write(one.ave_speed))}</td>
          {withHr && <td>{plain(countOf(one.ave_hr, t('unit.bpm'), preferences))}</td>}
          {isMember && (
            <td>
              {one.id !== workout.id && (
                <Link to="/workouts/compare" search={{ ids: `${workout.id},${one.id}` }}>
                  {t('route.compare')}
                </Link>
              )}
            </td>
          )}
        </tr>
      ))}
      {shown.length < chosen.length && (
        <tr>
          <td colSpan={headings.length + 1} className={classes.more}>
            <Button variant="default" size="sm" onClick={() => lengthen(true)}>
              {t('split.all', { count: chosen.length })}
            </Button>
          </td>
        </tr>
      )}
    </NumberTable>
  )
}

/** The name of a sport, as the account calls it. */
const SportName = ({ id }: { id: number }) => useSport(id)?.label ?? null

/** The day of a workout, which leads to it. */
function Day({ one, isShown }: { one: RouteWorkout; isShown: boolean }) {
  const preferences = usePreferences()
  const day = formatDate(new Date(one.workout_date), preferences)
  if (isShown) return <strong>{day}</strong>
  return (
    <Link to="/workouts/$workoutId" params={{ workoutId: one.id }} title={one.title ?? undefined}>
      {day}
    </Link>
  )
}
