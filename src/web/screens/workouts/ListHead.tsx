import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ListSearch } from '@/web/api/workouts/workout-filters'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './ListHead.module.css'

const DATE = 'workout_date'

const COLUMNS: readonly { label: TextKey; order?: string }[] = [
  { label: 'stat.distance', order: 'distance' },
  { label: 'stat.moving', order: 'duration' },
  { label: 'stat.ascent' },
  { label: 'stat.average', order: 'ave_speed' },
]

/** The column headings of the list, with buttons to sort by them. */
export function ListHead({
  search,
  onChange,
}: {
  search: ListSearch
  onChange: (search: ListSearch) => void
}) {
  const { showAscent } = usePreferences()
  const current = search.order_by ?? DATE
  const ascending = search.order === 'asc'
  const button = (label: TextKey, order: string) => {
    const active = current === order
    const Arrow = ascending ? IconArrowUp : IconArrowDown
    return (
      <button
        type="button"
        aria-pressed={active}
        title={t(active && !ascending ? 'filter.ascending' : 'filter.descending')}
        onClick={() =>
          onChange({
            ...search,
            order_by: order === DATE ? undefined : order,
            order: active && !ascending ? 'asc' : undefined,
          })
        }
      >
        {t(label)}
        {active && <Arrow size={15} stroke={2} aria-hidden="true" />}
      </button>
    )
  }
  return (
    <fieldset className={classes.head}>
      <legend className={classes.name}>{t('filter.orderBy')}</legend>
      <span className={classes.date}>{button('filter.date', DATE)}</span>
      {COLUMNS.filter(({ label }) => showAscent || label !== 'stat.ascent').map(
        ({ label, order }) => (
          <span key={label} className={classes.number}>
            {order ? button(label, order) : t(label)}
          </span>
        ),
      )}
    </fieldset>
  )
}
