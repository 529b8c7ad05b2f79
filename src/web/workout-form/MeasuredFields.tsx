import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { distanceOf } from '@/domain/reference/sport-distance'
import { getDistanceScale } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './MeasuredFields.module.css'
import type { WorkoutFields } from './workout-fields'

/** Fields for the date, duration and distance of a workout without a recording. */
export function MeasuredFields({ form }: { form: UseFormReturnType<WorkoutFields> }) {
  const { units } = usePreferences()
  const { unit: length } = getDistanceScale(form.values.sport, units)
  const height = t(units === 'metric' ? 'unit.m' : 'unit.ft')
  const input = (name: keyof WorkoutFields) => ({
    size: 'md' as const,
    ...form.getInputProps(name),
  })
  return (
    <div className={classes.fields}>
      <TextInput label={t('manual.day')} type="date" {...input('day')} />
      <TextInput label={t('manual.time')} type="time" {...input('time')} />
      <TextInput label={t('manual.duration')} placeholder="1:30:00" {...input('duration')} />
      {distanceOf(form.values.sport ?? 0) !== 'never' && (
        <TextInput
          label={t('manual.distance', { unit: length })}
          inputMode="decimal"
          {...input('distance')}
        />
      )}
      <TextInput
        label={t('manual.ascent', { unit: height })}
        inputMode="decimal"
        {...input('ascent')}
      />
      <TextInput
        label={t('manual.descent', { unit: height })}
        inputMode="decimal"
        {...input('descent')}
      />
      <TextInput label={t('manual.calories')} inputMode="numeric" {...input('calories')} />
    </div>
  )
}
