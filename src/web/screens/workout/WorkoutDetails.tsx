import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { analysisQuery } from '@/web/api/workouts/efforts'
import { type Workout, workoutPlacesQuery } from '@/web/api/workouts/workouts'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { listVisibilityOptions } from '@/web/components/forms/visibility-options'
import { Facts } from '@/web/components/numbers/Facts'
import { NO_VALUE } from '@/web/format/quantity'
import { translateEquipmentType } from '@/web/i18n/names'
import { type TextKey, t } from '@/web/i18n/text'
import { EditableEquipment } from '@/web/screens/workout/in-place/EditableEquipment'
import { useInPlaceSave } from '@/web/screens/workout/in-place/save-in-place'
import { usePreferences } from '@/web/state/preferences'
import { placeFacts } from './place-facts'
import classes from './RecordList.module.css'
import { conditionFacts, weatherText } from './weather-text'

/** The equipment and weather of a workout, and for its owner also its visibility. */
export function WorkoutDetails({ workout, own }: { workout: Workout; own: boolean }) {
  const preferences = usePreferences()
  const { data: analysis } = useQuery({
    ...analysisQuery(workout.id),
    enabled: workout.with_analysis,
  })
  const { data: places } = useQuery({
    ...workoutPlacesQuery(workout.id, preferences.language),
    enabled: workout.with_geometry,
  })
  const { weather_start: before, weather_end: after } = workout
  const facts = [
    ...(workout.equipments.length > 0 || own
      ? [
          [
            t('settings.equipment'),
            own ? (
              <OwnEquipment key="equipment" workout={workout} />
            ) : (
              <EquipmentNames key="equipment" workout={workout} />
            ),
          ] as const,
        ]
      : []),
    ...(places ? placeFacts(places) : []),
    ...(before ? [[t('weather.start'), weatherText(before, preferences)] as const] : []),
    ...(after ? [[t('weather.end'), weatherText(after, preferences)] as const] : []),
    ...(analysis?.conditions ? conditionFacts(analysis.conditions, preferences) : []),
    ...(own ? listVisibilities(workout) : []),
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

function OwnEquipment({ workout }: { workout: Workout }) {
  const save = useInPlaceSave(workout)
  const ids = workout.equipments.flatMap((item) => ('id' in item ? [item.id] : []))
  return (
    <EditableEquipment
      ids={ids}
      onSave={(equipments) =>
        save(
          { equipment_ids: equipments.map(({ id }) => id) },
          { equipments },
          { equipment_ids: ids },
        )
      }
    >
      {ids.length > 0 ? <EquipmentNames workout={workout} /> : NO_VALUE}
    </EditableEquipment>
  )
}

type VisibilityField =
  | 'workout_visibility'
  | 'map_visibility'
  | 'analysis_visibility'
  | 'media_visibility'

/** A select for who may see a part of the workout. */
function VisibilityField({
  workout,
  field,
  label,
}: {
  workout: Workout
  field: VisibilityField
  label: string
}) {
  const save = useInPlaceSave(workout)
  return (
    <NativeSelect
      label={label}
      isLabelHidden
      value={workout[field] ?? 'private'}
      onChange={(level) => save({ [field]: level }, { [field]: level })}
    >
      {renderOptions(listVisibilityOptions())}
    </NativeSelect>
  )
}

function listVisibilities(workout: Workout) {
  const fields: [VisibilityField, TextKey][] = [
    ['workout_visibility', 'level.label'],
    ...(workout.with_file
      ? ([
          ['map_visibility', 'level.map'],
          ['analysis_visibility', 'level.analysis'],
        ] as [VisibilityField, TextKey][])
      : []),
    ...(workout.media_attachments.length > 0
      ? ([['media_visibility', 'photos.title']] as [VisibilityField, TextKey][])
      : []),
  ]
  return fields.map(
    ([field, key]) =>
      [
        t(key),
        <VisibilityField key={field} workout={workout} field={field} label={t(key)} />,
      ] as const,
  )
}
