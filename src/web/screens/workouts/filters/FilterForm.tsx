import { Button, Input, TextInput, type TextInputProps } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import type { ListSearch } from '@/web/api/workouts/workout-filters'
import { Form } from '@/web/components/forms/Form'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FilterForm.module.css'
import { FilterSelects } from './FilterSelects'
import {
  FILTER_RULES,
  type FilterFields,
  filterRanges,
  toFilterFields,
  toFilters,
} from './filter-fields'
import { PlaceFields } from './PlaceFields'

/** How long to wait after the last key press before searching, in milliseconds. */
const PAUSE = 350

/** Valid filters are in the URL while they are edited: there is nothing to wait for, and nothing to lose. */
const APPLIED = { isPending: false, error: null }

/** The filter form; results update while it is edited. */
export function FilterForm({
  search,
  found,
  onSearch,
  onDone,
}: {
  search: ListSearch
  /** Number of matching workouts; undefined while loading. */
  found: number | undefined
  onSearch: (filters: ListSearch) => void
  onDone: () => void
}) {
  const { units } = usePreferences()
  const follow = useDebouncedCallback((fields: FilterFields) => {
    const isValid = Object.entries(FILTER_RULES).every(
      ([name, rule]) => rule(fields[name as keyof FilterFields], fields) === null,
    )
    if (isValid) onSearch(toFilters(fields, units))
  }, PAUSE)
  const form = useForm({
    initialValues: toFilterFields(search, units),
    validate: FILTER_RULES,
    validateInputOnChange: true,
    onValuesChange: follow,
  })
  return (
    <Form
      layout={classes.form}
      label={t('filter.title')}
      submit={found === undefined ? t('filter.submit') : t('filter.show', { count: found })}
      button={{ size: 'sm' }}
      after={
        <Button variant="default" onClick={() => form.setValues(toFilterFields({}, units))}>
          {t('filter.clear')}
        </Button>
      }
      saving={APPLIED}
      once
      guarded={false}
      onSubmit={form.onSubmit((fields) => {
        onSearch(toFilters(fields, units))
        onDone()
      })}
    >
      <TextInput label={t('add.name')} {...form.getInputProps('title')} />
      <FilterSelects form={form} />
      <div className={classes.range}>
        <TextInput label={t('filter.from')} type="date" {...form.getInputProps('from')} />
        <TextInput label={t('filter.to')} type="date" {...form.getInputProps('to')} />
      </div>
      <RangeInputs form={form} />
      <PlaceFields form={form} />
      <TextInput label={t('workout.description')} {...form.getInputProps('description')} />
      <TextInput label={t('workout.notes')} {...form.getInputProps('notes')} />
    </Form>
  )
}

/** The minimum and maximum of every number that the chosen sport has. */
function RangeInputs({ form }: { form: UseFormReturnType<FilterFields> }) {
  const { units } = usePreferences()
  const ranges = filterRanges(form.values.sport_id, units).filter(({ offered }) => offered)
  return ranges.map(({ label, unit, from, to }) => (
    <RangeInput
      key={from}
      label={t(label)}
      unit={unit}
      from={form.getInputProps(from)}
      to={form.getInputProps(to)}
    />
  ))
}

/** The minimum and maximum of a filter. */
function RangeInput({
  label,
  unit,
  from,
  to,
}: {
  label: string
  unit: string
  from: TextInputProps
  to: TextInputProps
}) {
  return (
    <Input.Wrapper label={`${label} (${unit})`} labelElement="div">
      <div className={classes.range}>
        <TextInput
          aria-label={t('filter.atLeast', { label })}
          placeholder={t('filter.min')}
          {...from}
        />
        <TextInput
          aria-label={t('filter.atMost', { label })}
          placeholder={t('filter.max')}
          {...to}
        />
      </div>
    </Input.Wrapper>
  )
}
