import type { DayForm } from '@/web/api/training'
import { NumberTable } from '@/web/components/NumberTable'
import { formatDay } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

const COLUMNS = ['load', 'fitness', 'fatigue', 'form'] as const

/** The same as numbers, the latest day first. */
export function FormTable({ days }: { days: readonly DayForm[] }) {
  const preferences = usePreferences()
  return (
    <NumberTable
      title={t('training.form')}
      headings={[t('training.day'), ...COLUMNS.map((column) => t(`load.${column}`))]}
    >
      {days.toReversed().map((each) => (
        <tr key={each.day}>
          <th scope="row">{formatDay(each.day, preferences)}</th>
          {COLUMNS.map((column) => (
            <td key={column}>{formatNumber(each[column], 1, preferences.locale)}</td>
          ))}
        </tr>
      ))}
    </NumberTable>
  )
}
