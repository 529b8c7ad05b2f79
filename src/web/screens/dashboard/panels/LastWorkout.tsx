import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { hasDistance } from '@/domain/reference/sport-distance'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { Thumbnail } from '@/web/components/lists/Thumbnail'
import { whenIdle } from '@/web/components/loading/when-idle'
import { QuantityList } from '@/web/components/numbers/QuantityList'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate, formatTime, formatWeekday } from '@/web/format/dates'
import { formatDuration, formatHeight } from '@/web/format/quantity'
import { formatAverage } from '@/web/format/speed'
import { formatSportDistance, withPoolUnit } from '@/web/format/sport-distance'
import { nameWorkout } from '@/web/format/workout-title'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './LastWorkout.module.css'

/** Loaded lazily: the code of the map is larger than the rest of the dashboard. */
const StoredRouteMap = lazy(async () => ({
  default: (await import('@/web/map/StoredRouteMap')).StoredRouteMap,
}))

/** The latest workout, large, with its map if it has one. */
export function LastWorkout({ workout, label }: { workout: ListedWorkout; label: string }) {
  const preferences = usePreferences()
  const sport = useSport(workout.sport_id)
  const date = new Date(workout.workout_date)
  // The map is requested after everything else, so that the numbers appear early.
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const drawing = <Thumbnail drawing={workout.thumbnail} sportId={workout.sport_id} />
  return (
    <section className={classes.card} aria-label={label}>
      {workout.map && (
        <div className={classes.map}>
          <Suspense fallback={drawing}>
            {isIdle ? (
              <StoredRouteMap
                workoutId={workout.id}
                sportId={workout.sport_id}
                placeholder={drawing}
              />
            ) : (
              drawing
            )}
          </Suspense>
        </div>
      )}
      <div className={classes.body}>
        <div className={classes.head}>
          <SportMedal sportId={workout.sport_id} />
          <div>
            <h2 className={classes.title}>
              <Link to="/workouts/$workoutId" params={{ workoutId: workout.id }}>
                {nameWorkout(workout.title, sport)}
              </Link>
            </h2>
            <time dateTime={date.toISOString()}>
              {formatWeekday(date, preferences)} {formatDate(date, preferences)},{' '}
              {formatTime(date, preferences)}
            </time>
          </div>
        </div>
        <Numbers workout={workout} />
      </div>
    </section>
  )
}

function Numbers({ workout }: { workout: ListedWorkout }) {
  const preferences = withPoolUnit(usePreferences(), workout)
  const moves = hasDistance(workout)
  const numbers = [
    ...(moves
      ? [
          [
            'stat.distance',
            formatSportDistance(workout.distance, workout.sport_id, preferences),
          ] as const,
        ]
      : []),
    ['stat.moving', formatDuration(workout.moving ?? workout.duration)] as const,
    ...(moves ? [['stat.average', formatAverage(workout, preferences)] as const] : []),
    ...(moves && preferences.showAscent
      ? [['stat.ascent', formatHeight(workout.ascent, preferences)] as const]
      : []),
  ]
  return <QuantityList quantities={numbers} className={classes.numbers} />
}
