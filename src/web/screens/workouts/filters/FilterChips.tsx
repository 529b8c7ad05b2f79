import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { equipmentQuery } from '@/web/api/accounts/equipment'
import { sportsQuery } from '@/web/api/accounts/sports'
import type { ListSearch } from '@/web/api/workouts/workout-filters'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FilterChips.module.css'
import { listChips } from './filter-chips'

/** The active filters, each with a button to remove it. */
export function FilterChips({
  search,
  onChange,
}: {
  search: ListSearch
  onChange: (search: ListSearch) => void
}) {
  const preferences = usePreferences()
  const { data: sports } = useQuery(sportsQuery)
  const { data: equipment } = useQuery({ ...equipmentQuery, enabled: Boolean(search.equipment_id) })
  const names = {
    sport: (id: string) => sports?.find((sport) => String(sport.id) === id)?.label,
    equipment: (id: string) => equipment?.find((item) => item.id === id)?.label,
  }
  const chips = listChips(search, { names, preferences })
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('filter.active')}>
      {chips.map((chip) => (
        <li key={chip.text}>
          <button
            type="button"
            aria-label={t('filter.remove', { filter: chip.text })}
            onClick={() => onChange({ ...search, ...cleared(chip.names) })}
          >
            {chip.text}
            <IconX size={15} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            className={classes.all}
            onClick={() => onChange(cleared(Object.keys(search) as (keyof ListSearch)[], search))}
          >
            {t('filter.clear')}
          </button>
        </li>
      )}
    </ul>
  )
}

/** Parameters that remain when all filters are cleared: order and view. */
const NOT_FILTERS: readonly (keyof ListSearch)[] = ['order', 'order_by', 'view']

const cleared = (names: readonly (keyof ListSearch)[], search: ListSearch = {}): ListSearch =>
  Object.fromEntries(
    names.map((name) => [name, NOT_FILTERS.includes(name) ? search[name] : undefined]),
  )
