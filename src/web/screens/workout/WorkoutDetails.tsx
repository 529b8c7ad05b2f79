import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { analysisQuery } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import { getVisibilityName } from '@/web/components/forms/visibility-options'
import { Facts } from '@/web/components/numbers/Facts'
import { translateEquipmentType } from '@/web/i18n/names'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './RecordList.module.css'
import { conditionFacts, weatherText } from './weather-text'

/** The equipment and weather of a workout, and for its owner also its visibility. */
export function WorkoutDetails({ workout, own }: { workout: Workout; own: boolean }) {
  const preferences = usePreferences()
  const { data: analysis } = useQuery({
    ...analysisQuery(workout.id),
    enabled: workout.with_analysis,
  })
  const { weather_start: before, weather_end: after } = workout
  const facts = [
    ...(workout.equipments.length > 0
      ? [[t('settings.equipment'), <EquipmentNames key="equipment" workout={workout} />] as const]
      : []),
    ...(before ? [[t('weather.start'), weatherText(before, preferences)] as const] : []),
    ...(after ? [[t('weather.end'), weatherText(after, preferences)] as const] : []),
    ...(analysis?.conditions ? conditionFacts(analysis.conditions, preferences) : []),
    ...(own ? visibilities(workout) : []),
  ]
  if (facts.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('workout.details')}</h2>
      <Facts facts={facts} />
    </section>
  )
}

function EquipmentNames({ workout }: { workout: Workout }) {
  return workout.equipments.map((item, at) => (
    <span key={item.label}>
      {at > 0 && ', '}
      {'id' in item ? (
        <Link to="/equipment/$equipmentId" params={{ equipmentId: item.id }}>
          {item.label}
        </Link>
      ) : (
        `${item.label} (${translateEquipmentType(item.equipment_type)})`
      )}
    </span>
  ))
}

const visibilities = (workout: Workout) =>
  [
    [t('level.label'), getVisibilityName(workout.workout_visibility)],
    ...(workout.with_file
      ? ([
          [t('level.map'), getVisibilityName(workout.map_visibility)],
          [t('level.analysis'), getVisibilityName(workout.analysis_visibility)],
        ] as const)
      : []),
  ] as const
