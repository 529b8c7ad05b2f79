import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { QuantityText } from '@/web/components/numbers/QuantityText'
import { Panel } from '@/web/components/page/Panel'
import { ScrollArea } from '@/web/components/scrolling/ScrollArea'
import { formatDate } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { formatDistance } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import type { VisitedCountry } from '@/web/map/regions/regions-query'
import tables from '@/web/screens/statistics/SportTable.module.css'
import { usePreferences } from '@/web/state/preferences'
import { nameCountry } from './name-country'
import classes from './RegionsScreen.module.css'

const COLUMNS = [
  'regions.place',
  'regions.days',
  'dashboard.workouts',
  'stat.distance',
  'regions.first',
  'regions.last',
] as const

/** Countries with the most days first; each shows its regions on request. */
export function RegionTable({
  countries,
  onOpen,
}: {
  countries: readonly VisitedCountry[]
  /** Called with a country whose regions are shown. */
  onOpen: (country: string) => void
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (country: string) => {
    if (!opened.has(country)) onOpen(country)
    setOpened(opened.symmetricDifference(new Set([country])))
  }
  const title = t('regions.summary', {
    countries: countries.length,
    regions: countries.reduce((sum, { regions }) => sum + regions.length, 0),
  })
  return (
    <Panel title={title}>
      <ScrollArea label={t('stats.tableOf', { title })}>
        <table className={tables.table}>
          <thead>
            <tr>
              {COLUMNS.map((label) => (
                <th key={label} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          {countries.map((country) => (
            <CountryRows
              key={country.country}
              country={country}
              isOpen={opened.has(country.country)}
              onToggle={() => toggle(country.country)}
            />
          ))}
        </table>
      </ScrollArea>
    </Panel>
  )
}

function CountryRows({
  country: { country, regions, ...totals },
  isOpen,
  onToggle,
}: {
  country: VisitedCountry
  isOpen: boolean
  onToggle: () => void
}) {
  const name = nameCountry(country, usePreferences().locale)
  return (
    <tbody>
      <tr>
        <th scope="row">
          {regions.length === 0 ? (
            <span className={classes.whole}>{name}</span>
          ) : (
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={isOpen}
              onClick={onToggle}
            >
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
              {name}
            </button>
          )}
        </th>
        <TotalCells {...totals} />
      </tr>
      {isOpen &&
        regions.map(({ name: region, ...ofRegion }) => (
          <tr key={region}>
            <th scope="row">
              <span className={classes.part}>{region}</span>
            </th>
            <TotalCells {...ofRegion} />
          </tr>
        ))}
    </tbody>
  )
}

function TotalCells({
  days,
  workouts,
  distance,
  first_visit: first,
  last_visit: last,
}: Omit<VisitedCountry, 'country' | 'regions'>) {
  const preferences = usePreferences()
  return (
    <>
      <td>{formatNumber(days, 0, preferences.locale)}</td>
      <td>{formatNumber(workouts, 0, preferences.locale)}</td>
      <td>
        <QuantityText quantity={formatDistance(distance, preferences)} />
      </td>
      <td>{formatDate(new Date(first), preferences)}</td>
      <td>{formatDate(new Date(last), preferences)}</td>
    </>
  )
}
