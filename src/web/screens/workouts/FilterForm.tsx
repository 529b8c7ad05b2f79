import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import type { ListSearch } from '@/web/api/workout-filters'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FilterForm.module.css'
import { FilterSelects } from './FilterSelects'
import {
  FILTER_RULES,
  type FilterFields,
  filterFieldsOf,
  filterRanges,
  filtersOf,
} from './filter-fields'
import { PlaceFields } from './PlaceFields'
import { RangeInput } from './RangeInput'

/** So long is waited for the next letter before the result follows, in milliseconds. */
const PAUSE = 350

/** What the workouts to be found have in common; the result follows while it is filled in. */
export function FilterForm({
  search,
  found,
  onSearch,
  onDone,
}: {
  search: ListSearch
  /** How many workouts are found; undefined while they are looked for. */
  found: number | undefined
  onSearch: (filters: ListSearch) => void
  onDone: () => void
}) {
  const { units } = usePreferences()
  const follow = useDebouncedCallback((fields: FilterFields) => {
    const isValid = Object.entries(FILTER_RULES).every(
      ([name, rule]) => rule(fields[name as keyof FilterFields], fields) === null,
    )
    if (isValid) onSearch(filtersOf(fields, units))
  }, PAUSE)
  const form = useForm({
    initialValues: filterFieldsOf(search, units),
    validate: FILTER_RULES,
    validateInputOnChange: true,
    onValuesChange: follow,
  })
  const ranges = filterRanges(form.values.sport_id, units).filter(({ offered }) => offered)
  return (
    <form
      className={classes.form}
      aria-label={t('filter.title')}
      onSubmit={form.onSubmit((fields) => {
        onSearch(filtersOf(fields, units))
        onDone()
      })}
    >
      <TextInput label={t('add.name')} {...form.getInputProps('title')} />
      <FilterSelects form={form} />
      <div className={classes.range}>
        <TextInput label={t('filter.from')} type="date" {...form.getInputProps('from')} />
        <TextInput label={t('filter.to')} type="date" {...form.getInputProps('to')} />
      </div>
      {ranges.map(({ label, unit, from, to }) => (
        <RangeInput
          key={from}
          label={t(label)}
          unit={unit}
          from={form.getInputProps(from)}
          to={form.getInputProps(to)}
        />
      ))}
      <PlaceFields form={form} />
      <TextInput label={t('workout.description')} {...form.getInputProps('description')} />
      <TextInput label={t('workout.notes')} {...form.getInputProps('notes')} />
      <div className={classes.buttons}>
        <Button type="submit">
          {found === undefined ? t('filter.submit') : t('filter.show', { count: found })}
        </Button>
        <Button variant="default" onClick={() => form.setValues(filterFieldsOf({}, units))}>
          {t('filter.clear')}
        </Button>
      </div>
    </form>
  )
}
