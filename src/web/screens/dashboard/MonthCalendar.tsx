import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasDistance } from '@/domain/reference/sport-distance'
import type { Profile } from '@/web/api/accounts/profile'
import { daysQuery } from '@/web/api/workouts/statistics'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Thumbnail } from '@/web/components/lists/Thumbnail'
import { SportMedal } from '@/web/components/people/SportMedal'
import {
  type DatePreferences,
  formatDate,
  formatIsoDay,
  formatMonth,
  formatWeekday,
} from '@/web/format/dates'
import { formatDuration, formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { nameWorkout } from '@/web/format/workout-title'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { calendarMonth, monthAfter } from './calendar-days'
import classes from './MonthCalendar.module.css'

/** Days have space for this many medals; the others are included in a number. */
const MAX_MEDALS = 2

const startDay = ({ workout_date }: ListedWorkout, preferences: DatePreferences): string =>
  formatIsoDay(new Date(workout_date), preferences)

const toNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** A month with medals on the days with workouts. */
export function MonthCalendar({ profile }: { profile: Profile }) {
  const preferences = { ...usePreferences(), timeZone: 'UTC' }
  const zoned = usePreferences()
  const today = formatIsoDay(new Date(), zoned)
  const [month, setMonth] = useState(today.slice(0, 7))
  const { weeks, from, to } = calendarMonth(month, profile.weekm)
  const { data, error, refetch } = useQuery({
    ...daysQuery(from, to),
    placeholderData: keepPreviousData,
  })
  const byDay = Map.groupBy(data ?? [], (workout) => startDay(workout, zoned))
  const name = formatMonth(toNoon(`${month}-15`), preferences)
  return (
    <section className={classes.calendar} aria-label={t('calendar.title')}>
      <div className={classes.head}>
        <h2>{name}</h2>
        <Step
          label={t('calendar.earlier')}
          Icon={IconChevronLeft}
          onStep={() => setMonth(monthAfter(month, -1))}
        />
        <Step
          label={t('calendar.later')}
          Icon={IconChevronRight}
          disabled={month >= today.slice(0, 7)}
          onStep={() => setMonth(monthAfter(month, 1))}
        />
      </div>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      <table className={classes.table} aria-label={name}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {formatWeekday(toNoon(day), preferences)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  data-other={!day.startsWith(month)}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <span className={classes.number}>{Number(day.slice(8))}</span>
                  <DayMedals day={day} workouts={byDay.get(day) ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Step({
  label,
  Icon,
  disabled = false,
  onStep,
}: {
  label: string
  Icon: typeof IconChevronLeft
  disabled?: boolean
  onStep: () => void
}) {
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onStep}
    >
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  )
}

function DayMedals({ day, workouts }: { day: string; workouts: readonly ListedWorkout[] }) {
  const shown = workouts.length > MAX_MEDALS ? workouts.slice(0, 1) : workouts
  const others = workouts.length - shown.length
  return (
    <span className={classes.medals}>
      {shown.map((workout) => (
        <MedalLink key={workout.id} workout={workout} />
      ))}
      {others > 0 && <DayLink day={day} workouts={workouts.length} others={others} />}
    </span>
  )
}

/** A link to all workouts of a day that has more than its medals show. */
function DayLink({ day, workouts, others }: { day: string; workouts: number; others: number }) {
  const label = t('calendar.day', {
    count: workouts,
    day: formatDate(toNoon(day), usePreferences()),
  })
  return (
    <Link
      to="/workouts"
      search={{ from: day, to: day }}
      className={classes.more}
      aria-label={label}
      title={label}
    >
      +{others}
    </Link>
  )
}

/** A link to a workout. Pointing at it or focusing it shows a card with its thumbnail. */
function MedalLink({ workout }: { workout: ListedWorkout }) {
  const { id, sport_id: sportId, title, thumbnail } = workout
  const preferences = usePreferences()
  const name = nameWorkout(title, useSport(sportId))
  const size = hasDistance(workout)
    ? formatSportDistance(workout.distance, sportId, preferences)
    : formatDuration(workout.moving ?? workout.duration)
  return (
    <Link to="/workouts/$workoutId" params={{ workoutId: id }} aria-label={name}>
      <SportMedal sportId={sportId} size={26} decorative />
      <span className={classes.card} aria-hidden="true">
        {thumbnail && <Thumbnail drawing={thumbnail} sportId={sportId} />}
        <span>
          <strong>{name}</strong>
          {formatQuantity(size)}
        </span>
      </span>
    </Link>
  )
}
