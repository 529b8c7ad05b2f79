import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hasDistance } from '@/domain/reference/sport-distance'
import type { TimelineWorkout } from '@/web/api/workouts/timeline'
import { PhotoStrip } from '@/web/components/lists/PhotoStrip'
import { QuantityList } from '@/web/components/numbers/QuantityList'
import { MapPicture } from '@/web/components/page/MapPicture'
import { LikeButton } from '@/web/components/people/LikeButton'
import { SportMedal } from '@/web/components/people/SportMedal'
import { UserPicture } from '@/web/components/people/UserPicture'
import { formatDate, formatTime, formatWeekday } from '@/web/format/dates'
import { formatCount, formatDuration, formatHeight } from '@/web/format/quantity'
import { formatAverage } from '@/web/format/speed'
import { formatSportDistance, withPoolUnit } from '@/web/format/sport-distance'
import { nameWorkout } from '@/web/format/workout-title'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './Timeline.module.css'
import type { Liking, Reactions } from './use-reactions'

/** A workout in the timeline: its user, title, map, likes and comments. */
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
  const { id, map } = workout
  /** Whether this workout is the target of the last like. */
  const isLast = like.variables?.id === id
  return (
    <li data-row className={classes.card}>
      <UserAndDate workout={workout} preferences={preferences} />
      <h2 className={classes.title}>
        <SportMedal sportId={workout.sport_id} size={32} />
        <Link to="/workouts/$workoutId" params={{ workoutId: id }}>
          {nameWorkout(workout.title, sport)}
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
      <PhotoStrip photos={workout.media_attachments} />
      <QuantityList quantities={listNumbers(workout, preferences)} className={classes.numbers} />
      <div className={classes.reactions}>
        <LikeButton
          liked={reactions?.liked ?? false}
          count={reactions?.likes_count ?? 0}
          target={{ kind: 'workout', id }}
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

function listNumbers(workout: TimelineWorkout, own: Preferences) {
  const preferences = withPoolUnit(own, workout)
  const moving = ['stat.moving', formatDuration(workout.moving ?? workout.duration)] as const
  if (!hasDistance(workout)) {
    const beats = formatCount(workout.ave_hr, t('unit.bpm'), preferences)
    return [moving, ...(workout.ave_hr === null ? [] : [['series.hr', beats] as const])] as const
  }
  return [
    ['stat.distance', formatSportDistance(workout.distance, workout.sport_id, preferences)],
    moving,
    ...(preferences.showAscent && workout.ascent !== null
      ? [['stat.ascent', formatHeight(workout.ascent, preferences)] as const]
      : []),
    ['stat.average', formatAverage(workout, preferences)],
  ] as const
}

function UserAndDate({
  workout: { user, workout_date },
  preferences,
}: {
  workout: TimelineWorkout
  preferences: Preferences
}) {
  const { username, picture } = typeof user === 'string' ? { username: user, picture: false } : user
  const date = new Date(workout_date)
  return (
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
  )
}
