import { ScrollArea } from '@/web/components/ScrollArea'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { MEASURES, measureText } from '@/web/sums/measures'
import { periodTitle } from '@/web/sums/period-name'
import { type Sums, sumOf } from '@/web/sums/sport-sums'
import tables from './SportTable.module.css'

/** The periods as a table, latest first: what they add up to, or what a workout had on average. */
export function PeriodTable({
  names,
  sums,
  averaged,
  sportId,
}: {
  names: readonly string[]
  sums: Sums
  averaged: boolean
  /** The sport that the sums are of; none where they are of several. */
  sportId: number | undefined
}) {
  const preferences = usePreferences()
  const columns = MEASURES.filter(
    ([measure]) => preferences.showAscent || measure !== 'total_ascent',
  )
  const cell = (name: string, measure: (typeof columns)[number][0]) => {
    const count = sumOf(sums[name], 'total_workouts')
    const sum = sumOf(sums[name], measure)
    const shown = averaged && measure !== 'total_workouts' && count > 0 ? sum / count : sum
    return count === 0 ? '–' : measureText(measure, shown, { ...preferences, sportId })
  }
  return (
    <ScrollArea label={t('stats.tableOf', { title: t('stats.byTime') })}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{t('efforts.time')}</th>
            {columns.map(([measure, label]) => (
              <th key={measure} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.toReversed().map((name) => (
            <tr key={name}>
              <th scope="row">{periodTitle(name, preferences)}</th>
              {columns.map(([measure]) => (
                <td key={measure}>{cell(name, measure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
