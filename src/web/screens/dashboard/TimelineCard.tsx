import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TimelineWorkout } from '@/web/api/timeline'
import { LikeButton } from '@/web/components/LikeButton'
import { MapPicture } from '@/web/components/MapPicture'
import { QuantityList } from '@/web/components/QuantityList'
import { SportMedal } from '@/web/components/SportMedal'
import { UserPicture } from '@/web/components/UserPicture'
import { formatDate, formatTime, formatWeekday } from '@/web/format/dates'
import { durationOf, heightOf } from '@/web/format/quantity'
import { averageOf } from '@/web/format/speed'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './Timeline.module.css'
import type { Liking, Reactions } from './use-reactions'

/** A workout of somebody: who, what, where, and what others made of it. */
export function TimelineCard({
  workout,
  reactions,
  like,
}: {
  workout: TimelineWorkout
  reactions: Reactions | undefined
  like: Liking
}) {
  const preferences = usePreferences()
  const sport = useSport(workout.sport_id)
  const { id, user, map } = workout
  const { username, picture } = typeof user === 'string' ? { username: user, picture: false } : user
  const date = new Date(workout.workout_date)
  /** Whether this is the workout that was liked last. */
  const isLast = like.variables?.id === id
  return (
    <li data-row className={classes.card}>
      <div className={classes.who}>
        <UserPicture username={username} picture={picture} size={40} />
        <span>
          <Link to="/users/$username" params={{ username }} className={classes.name}>
            {username}
          </Link>
          <time dateTime={date.toISOString()}>
            {formatWeekday(date, preferences)} {formatDate(date, preferences)},{' '}
            {formatTime(date, preferences)}
          </time>
        </span>
      </div>
      <h2 className={classes.title}>
        <SportMedal sportId={workout.sport_id} size={32} />
        <Link to="/workouts/$workoutId" params={{ workoutId: id }}>
          {workout.title || sport?.label || t('workout.untitled')}
        </Link>
      </h2>
      {map && (
        <Link
          to="/workouts/$workoutId"
          params={{ workoutId: id }}
          className={classes.map}
          tabIndex={-1}
          aria-hidden="true"
        >
          <MapPicture map={map} />
        </Link>
      )}
      <QuantityList quantities={numbersOf(workout, preferences)} className={classes.numbers} />
      <div className={classes.reactions}>
        <LikeButton
          liked={reactions?.liked ?? false}
          count={reactions?.likes_count ?? 0}
          thing={{ kind: 'workout', id }}
          member
          busy={(isLast && like.isPending) || !reactions}
          error={isLast ? like.error : null}
          onLike={(likes) => like.mutate({ id, like: likes })}
        />
        <Link to="/workouts/$workoutId" params={{ workoutId: id }} className={classes.comments}>
          <IconMessageCircle size={18} stroke={1.75} />
          {t('timeline.comments', { count: reactions?.comments_count ?? 0 })}
        </Link>
      </div>
    </li>
  )
}

function numbersOf(workout: TimelineWorkout, preferences: Preferences) {
  return [
    ['stat.distance', sportDistanceOf(workout.distance, workout.sport_id, preferences)],
    ['stat.moving', durationOf(workout.moving ?? workout.duration)],
    ...(preferences.showAscent && workout.ascent !== null
      ? [['stat.ascent', heightOf(workout.ascent, preferences)] as const]
      : []),
    ['stat.average', averageOf(workout, preferences)],
  ] as const
}
