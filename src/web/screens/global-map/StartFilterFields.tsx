import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StartFilters } from '@/web/api/global-map'
import { sportsQuery } from '@/web/api/sports'
import { DayField } from '@/web/components/DayField'
import { t } from '@/web/i18n/text'
import classes from './GlobalMapScreen.module.css'

/** Which workouts the map shows. */
export function StartFilterFields({
  filters,
  onChange,
}: {
  filters: StartFilters
  onChange: (filters: StartFilters) => void
}) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const set = (name: keyof StartFilters, value: string) => {
    const { [name]: _, ...others } = filters
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <div className={classes.filters}>
      <DayField
        label={t('filter.from')}
        value={filters.from ?? ''}
        onChange={(day) => set('from', day)}
      />
      <DayField
        label={t('filter.to')}
        value={filters.to ?? ''}
        onChange={(day) => set('to', day)}
      />
      <MultiSelect
        label={t('settings.sports')}
        placeholder={filters.sport_ids ? '' : t('filter.any')}
        data={sports.map(({ id, label }) => ({ value: String(id), label }))}
        value={filters.sport_ids?.split(',') ?? []}
        onChange={(ids) => set('sport_ids', ids.join(','))}
        searchable
        clearable
      />
    </div>
  )
}
