import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { equipmentQuery } from '@/web/api/accounts/equipment'
import { sportsQuery } from '@/web/api/accounts/sports'
import { listVisibilityOptions } from '@/web/components/forms/visibility-options'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { type FilterFields, withSport } from './filter-fields'

/** The filters and sort orders with fixed options. */
export function FilterSelects({ form }: { form: UseFormReturnType<FilterFields> }) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const { data: equipment = [] } = useQuery(equipmentQuery)
  const { units } = usePreferences()
  const any = t('filter.any')
  const fields = [
    {
      name: 'sport_id',
      label: t('add.sport'),
      data: sports.map(({ id, label }) => ({ value: String(id), label })),
    },
    {
      name: 'equipment_id',
      label: t('settings.equipment'),
      data: [
        { value: 'none', label: t('filter.noEquipment') },
        ...equipment.map(({ id, label }) => ({ value: id, label })),
      ],
    },
    { name: 'workout_visibility', label: t('level.label'), data: [...listVisibilityOptions()] },
    {
      name: 'order_by',
      label: t('filter.orderBy'),
      data: [
        { value: 'distance', label: t('stat.distance') },
        { value: 'duration', label: t('stat.moving') },
        { value: 'ave_speed', label: t('stat.averageSpeed') },
      ],
      placeholder: t('filter.date'),
    },
    {
      name: 'order',
      label: t('filter.order'),
      data: [{ value: 'asc', label: t('filter.ascending') }],
      placeholder: t('filter.descending'),
    },
  ] as const
  return fields.map(({ name, label, data, ...others }) => (
    <Select
      key={name}
      label={label}
      data={[...data]}
      value={form.values[name] || null}
      onChange={(value) => {
        if (name === 'sport_id') form.setValues(withSport(form.values, value ?? '', units))
        else form.setFieldValue(name, value ?? '')
      }}
      placeholder={'placeholder' in others ? others.placeholder : any}
      searchable={name === 'sport_id'}
      clearable
    />
  ))
}
