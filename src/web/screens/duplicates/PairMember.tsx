import { Link } from '@tanstack/react-router'
import { hasDistance } from '@/domain/reference/sport-distance'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { QuantityText } from '@/web/components/numbers/QuantityText'
import { MapPicture } from '@/web/components/page/MapPicture'
import { Badge } from '@/web/components/people/Badge'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatTime } from '@/web/format/dates'
import { formatDuration } from '@/web/format/quantity'
import { formatSportDistance, withPoolUnit } from '@/web/format/sport-distance'
import { nameWorkout } from '@/web/format/workout-title'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './Duplicates.module.css'
import { listRecordedData } from './pair'

/** One of two workouts, with the details in which they differ, and a radio button to select the one to keep. */
export function PairMember({
  workout,
  group,
  richer,
  stays,
  onKeep,
}: {
  workout: ListedWorkout
  /** Name shared by the radio buttons of the pair. */
  group: string
  richer: boolean
  stays: boolean
  onKeep: () => void
}) {
  const preferences = usePreferences()
  const sport = useSport(workout.sport_id)
  const title = nameWorkout(workout.title, sport)
  const facts = createFacts(workout, preferences)
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

/** Labels and values that distinguish the workouts of a pair. */
function createFacts(workout: ListedWorkout, preferences: Preferences) {
  const recorded = listRecordedData(workout).map((key) => t(key))
  return [
    ['duplicates.start', formatTime(new Date(workout.workout_date), preferences)],
    [
      'stat.distance',
      <QuantityText
        key="distance"
        quantity={formatSportDistance(
          hasDistance(workout) ? workout.distance : null,
          workout.sport_id,
          withPoolUnit(preferences, workout),
        )}
      />,
    ],
    [
      'stat.moving',
      <QuantityText key="moving" quantity={formatDuration(workout.moving ?? workout.duration)} />,
    ],
    ['duplicates.device', workout.source ?? '–'],
    ['duplicates.recorded', recorded.length > 0 ? recorded.join(', ') : t('duplicates.nothing')],
  ] as const
}
