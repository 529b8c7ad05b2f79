import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PlaceInput } from '@/web/components/places/PlaceInput'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FilterForm.module.css'
import type { FilterFields } from './filter-fields'

/** A place by name or coordinates, and the maximum distance of a workout from it. */
export function PlaceFields({ form }: { form: UseFormReturnType<FilterFields> }) {
  const { units } = usePreferences()
  const { coordinates, place } = form.values
  return (
    <fieldset className={classes.place}>
      <legend>{t('filter.place')}</legend>
      <PlaceInput initial={{ coordinates, place }} onChange={form.setValues} />
      <TextInput
        label={t('filter.radius', { unit: t(units === 'metric' ? 'unit.km' : 'unit.mi') })}
        placeholder="10"
        inputMode="decimal"
        disabled={coordinates === ''}
        {...form.getInputProps('radius')}
      />
    </fieldset>
  )
}
