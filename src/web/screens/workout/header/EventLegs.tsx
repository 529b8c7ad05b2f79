import { Link } from '@tanstack/react-router'
import { hasDistance } from '@/domain/reference/sport-distance'
import type { Workout } from '@/web/api/workouts/workouts'
import { SportMedal } from '@/web/components/people/SportMedal'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { formatTime } from '@/web/format/dates'
import { formatClock, parseDuration } from '@/web/format/duration'
import { formatDistance, formatDuration, formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './EventLegs.module.css'

type Leg = NonNullable<NonNullable<Workout['multisport']>['legs']>[number]

/**
 * The legs of the multisport event of which the workout is one, with transitions and totals. On wide screens they are a
 * band, on which longer legs are wider.
 */
export function EventLegs({ workout: { id, multisport } }: { workout: Workout }) {
  const preferences = usePreferences()
  const { legs = [] } = multisport ?? {}
  if (legs.length < 2) return null
  return (
    <nav className={classes.event} aria-label={t('multisport.title')}>
      <p className={classes.head}>
        <strong>{t('multisport.title')}</strong>
        <span>
          {t('multisport.total', {
            distance: formatQuantity(formatDistance(totalDistance(legs), preferences)),
            time: formatClock(elapsedSeconds(legs)),
          })}
        </span>
      </p>
      <ol className={classes.legs}>
        {legs.map((leg) => (
          <EventLeg key={leg.id} leg={leg} isCurrent={leg.id === id} />
        ))}
      </ol>
    </nav>
  )
}

function EventLeg({ leg, isCurrent }: { leg: Leg; isCurrent: boolean }) {
  const preferences = usePreferences()
  const sport = useSport(leg.sport_id)
  const name = leg.is_transition ? t('multisport.transition') : sport?.label
  const numbers = [
    formatTime(new Date(leg.workout_date), preferences),
    ...(hasDistance(leg)
      ? [formatQuantity(formatSportDistance(leg.distance, leg.sport_id, preferences))]
      : []),
    formatQuantity(formatDuration(leg.duration)),
  ]
  return (
    <li
      className={classes.leg}
      data-transition={leg.is_transition}
      style={{
        '--mp-seconds': String(Math.max(1, parseDuration(leg.duration) ?? 1)),
        '--mp-sport': getSportStyle(leg.sport_id, sport?.color).color,
      }}
    >
      <Link
        to="/workouts/$workoutId"
        params={{ workoutId: leg.id }}
        {...(isCurrent && { 'aria-current': 'page' })}
      >
        <SportMedal sportId={leg.sport_id} size={leg.is_transition ? 24 : 36} decorative />
        <span className={classes.name}>{name || t('workout.untitled')}</span>
        <span className={classes.numbers}>{numbers.join(' · ')}</span>
      </Link>
    </li>
  )
}

const totalDistance = (legs: readonly Leg[]): number =>
  legs.reduce((sum, { distance }) => sum + (distance ?? 0), 0)

/** Seconds from the start of the first leg to the end of the last one. */
function elapsedSeconds(legs: readonly Leg[]): number {
  const starts = legs.map(({ workout_date }) => Date.parse(workout_date) / 1000)
  const ends = legs.map(
    ({ duration }, index) => (starts[index] ?? 0) + (parseDuration(duration) ?? 0),
  )
  return Math.round(Math.max(...ends) - Math.min(...starts))
}
