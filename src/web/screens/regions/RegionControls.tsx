import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/accounts/sports'
import { sportTotalsQuery } from '@/web/api/workouts/statistics'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { formatIsoDay } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import type { RegionFilters, VisitedCountry } from '@/web/map/regions/regions-query'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import classes from './RegionsScreen.module.css'

/** Chooses the sport and the year of the visits. */
export function RegionControls({
  countries,
  filters,
  onChange,
}: {
  /** The countries without any filter. */
  countries: readonly VisitedCountry[]
  filters: RegionFilters
  onChange: (filters: RegionFilters) => void
}) {
  const username = useProfile()?.username ?? ''
  const { data: sports = [] } = useQuery(sportsQuery)
  const { data: done = {} } = useQuery({ ...sportTotalsQuery(username), enabled: username !== '' })
  const years = useYears(countries, filters.year)
  return (
    <div className={classes.controls}>
      <NativeSelect
        label={t('add.sport')}
        value={filters.sport}
        onChange={(sport) => onChange({ ...filters, sport })}
      >
        {renderOptions([
          { value: '', label: t('stats.allSports') },
          ...sports
            .filter(({ id }) => done[id] !== undefined || String(id) === filters.sport)
            .map(({ id, label }) => ({ value: String(id), label })),
        ])}
      </NativeSelect>
      <NativeSelect
        label={t('regions.year')}
        value={filters.year}
        onChange={(year) => onChange({ ...filters, year })}
      >
        {renderOptions([
          { value: '', label: t('regions.allYears') },
          ...years.map((year) => ({ value: year, label: year })),
        ])}
      </NativeSelect>
    </div>
  )
}

/** The years from the first visit to the latest one, latest first, and the chosen one. */
function useYears(countries: readonly VisitedCountry[], chosen: string): string[] {
  const preferences = usePreferences()
  const yearOf = (instant: string) =>
    Number(formatIsoDay(new Date(instant), preferences).slice(0, 4))
  const visited = countries.flatMap(({ first_visit, last_visit }) => [
    yearOf(first_visit),
    yearOf(last_visit),
  ])
  const [first, last] = [Math.min(...visited), Math.max(...visited)]
  const years =
    visited.length > 0 ? Array.from({ length: last - first + 1 }, (_, i) => last - i) : []
  return [...new Set([...years.map(String), ...(chosen ? [chosen] : [])])]
}
