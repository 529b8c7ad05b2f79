import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type RouteWorkout, sameRouteQuery } from '@/web/api/routes'
import type { Workout } from '@/web/api/workouts'
import { NumberTable } from '@/web/components/NumberTable'
import { Segments } from '@/web/components/Segments'
import { useNear } from '@/web/components/use-near'
import { formatDate } from '@/web/format/dates'
import { formatClock } from '@/web/format/duration'
import { countOf, paceOf, plain, type Quantity, speedOf } from '@/web/format/quantity'
import { type TextKey, t } from '@/web/i18n/text'
import { type Preferences, usePreferences, useProfile } from '@/web/state/preferences'
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

/** So many workouts are shown until somebody wants to see all. */
const AT_FIRST = 6

const SECONDS_PER_HOUR = 3600

/**
 * The other workouts on the route of a workout, how fast they were, and whether they get faster. They stand far down on
 * the page, and are asked for when somebody comes near.
 */
export function SameRoute({ workout }: { workout: Workout }) {
  const place = useRef<HTMLElement>(null)
  const isNear = useNear(place)
  const { data } = useQuery({
    ...sameRouteQuery(workout.id),
    enabled: workout.with_geometry === true && isNear,
  })
  return (
    <section ref={place} className={classes.place} data-part="same-route">
      {/* A workout that nothing can be held against has no history; the page is whole without it. */}
      {data && data.total > 1 && (
        <History workout={workout} workouts={data.workouts} total={data.total} />
      )}
    </section>
  )
}

function History({
  workout,
  workouts,
  total,
}: {
  workout: Workout
  workouts: readonly RouteWorkout[]
  total: number
}) {
  const preferences = usePreferences()
  const isMember = useProfile() !== undefined
  const [choice, choose] = useState<Choice>('both')
  const [isLong, lengthen] = useState(false)
  const twoWays = workouts.some(({ direction }) => direction === 'opposite')
  const chosen = workouts.filter(({ direction }) => choice === 'both' || direction === choice)
  const shown = isLong ? chosen : chosen.slice(0, AT_FIRST)
  const rate = rateOf(workout, preferences)
  const trend = trendOf(
    chosen.flatMap(({ workout_date, ave_speed }) =>
      ave_speed === null ? [] : [{ at: Date.parse(workout_date), value: ave_speed }],
    ),
  )
  const withHr = chosen.some(({ ave_hr }) => ave_hr !== null)
  const headings = [
    t('route.day'),
    ...(twoWays ? [t('route.direction')] : []),
    ...[t('stat.moving'), t(workout.ave_pace === null ? 'series.speed' : 'series.pace')],
    ...(withHr ? [t('series.hr')] : []),
  ]
  return (
    <NumberTable
      title={t('route.title', { count: total })}
      tools={
        twoWays && (
          <Segments
            label={t('route.direction')}
            value={choice}
            onChange={choose}
            data={CHOICES.map((value) => ({ value, label: t(DIRECTIONS[value]) }))}
          />
        )
      }
      above={
        <>
          <TrendChart workouts={chosen} shownId={workout.id} trend={trend} />
          {trend && (
            <p className={classes.note}>
              {t('route.trend', { from: plain(rate(trend.from)), to: plain(rate(trend.to)) })}
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
          {twoWays && <td>{t(DIRECTIONS[one.direction])}</td>}
          <td>{formatClock(one.moving)}</td>
          <td>{plain(rate(one.ave_speed))}</td>
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

/** Writes km/h as the sport of a workout is measured. */
const rateOf =
  ({ ave_pace }: Workout, preferences: Preferences) =>
  (speed: number | null): Quantity =>
    ave_pace === null
      ? speedOf(speed, preferences)
      : paceOf(speed ? SECONDS_PER_HOUR / speed : null, preferences)
