import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { WorkoutFilters } from '@/web/api/workout-filters'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FilterForm.module.css'
import { FilterSelects } from './FilterSelects'
import { FILTER_RULES, filterFieldsOf, filtersOf } from './filter-fields'
import { RangeInput } from './RangeInput'

/** What the workouts to be found have in common. */
export function FilterForm({
  filters,
  onSearch,
}: {
  filters: WorkoutFilters
  onSearch: (filters: WorkoutFilters) => void
}) {
  const { units } = usePreferences()
  const form = useForm({ initialValues: filterFieldsOf(filters, units), validate: FILTER_RULES })
  const distance = t(units === 'metric' ? 'unit.km' : 'unit.mi')
  const speed = t(units === 'metric' ? 'unit.kmh' : 'unit.mph')
  const ranges = [
    { name: 'distance', label: t('stat.distance'), unit: distance },
    { name: 'duration', label: t('stat.moving'), unit: t('filter.clock') },
    { name: 'ave_speed', label: t('stat.averageSpeed'), unit: speed },
  ] as const
  return (
    <form
      className={classes.form}
      aria-label={t('filter.title')}
      onSubmit={form.onSubmit((fields) => onSearch(filtersOf(fields, units)))}
    >
      <TextInput label={t('add.name')} {...form.getInputProps('title')} />
      <FilterSelects form={form} />
      <TextInput label={t('filter.from')} type="date" {...form.getInputProps('from')} />
      <TextInput label={t('filter.to')} type="date" {...form.getInputProps('to')} />
      {ranges.map(({ name, label, unit }) => (
        <RangeInput
          key={name}
          label={label}
          unit={unit}
          from={form.getInputProps(`${name}_from`)}
          to={form.getInputProps(`${name}_to`)}
        />
      ))}
      <TextInput label={t('workout.description')} {...form.getInputProps('description')} />
      <TextInput label={t('workout.notes')} {...form.getInputProps('notes')} />
      <div className={classes.buttons}>
        <Button type="submit">{t('filter.submit')}</Button>
        <Button variant="default" onClick={() => onSearch({})}>
          {t('filter.clear')}
        </Button>
      </div>
    </form>
  )
}
