import { Link } from '@tanstack/react-router'
import type { ListedWorkout } from '@/web/api/workouts'
import { Badge } from '@/web/components/Badge'
import { MapPicture } from '@/web/components/MapPicture'
import { QuantityText } from '@/web/components/QuantityText'
import { SportMedal } from '@/web/components/SportMedal'
import { formatTime } from '@/web/format/dates'
import { durationOf } from '@/web/format/quantity'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './Duplicates.module.css'
import { recordedOf } from './pair'

/** One of two workouts, with what tells it from the other, and whether it stays. */
export function PairMember({
  workout,
  group,
  richer,
  stays,
  onKeep,
}: {
  workout: ListedWorkout
  /** Name that the radio buttons of the pair share. */
  group: string
  richer: boolean
  stays: boolean
  onKeep: () => void
}) {
  const preferences = usePreferences()
  const sport = useSport(workout.sport_id)
  const title = workout.title || sport?.label || t('workout.untitled')
  const recorded = recordedOf(workout).map((key) => t(key))
  const facts = [
    ['duplicates.start', formatTime(new Date(workout.workout_date), preferences)],
    [
      'stat.distance',
      <QuantityText
        key="distance"
        quantity={sportDistanceOf(workout.distance, workout.sport_id, preferences)}
      />,
    ],
    [
      'stat.moving',
      <QuantityText key="moving" quantity={durationOf(workout.moving ?? workout.duration)} />,
    ],
    ['duplicates.device', workout.source ?? '–'],
    ['duplicates.recorded', recorded.length > 0 ? recorded.join(', ') : t('duplicates.nothing')],
  ] as const
  return (
    <div className={classes.member} data-stays={stays}>
      <div className={classes.map}>
        {workout.map ? (
          <MapPicture map={workout.map} />
        ) : (
          <SportMedal sportId={workout.sport_id} size={40} decorative />
        )}
      </div>
      <h3 className={classes.title}>
        <Link to="/workouts/$workoutId" params={{ workoutId: workout.id }}>
          {title}
        </Link>
      </h3>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {richer && (
        <p className={classes.richer}>
          <Badge tone="good">{t('duplicates.richer')}</Badge>
        </p>
      )}
      <label className={classes.choice}>
        <input type="radio" name={group} checked={stays} onChange={onKeep} />
        {t('duplicates.stays')}
      </label>
    </div>
  )
}
