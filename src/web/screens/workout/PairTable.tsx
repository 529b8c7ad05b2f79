import { QuantityText } from '@/web/components/QuantityText'
import { t } from '@/web/i18n/text'
import classes from './PairTable.module.css'
import type { Pair } from './workout-numbers'

/** Means and extremes side by side. */
export function PairTable({ pairs }: { pairs: Pair[] }) {
  if (pairs.length === 0) return null
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('stat.average')}</th>
          <th scope="col">{t('stat.best')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ label, average, best }) => (
          <tr key={label}>
            <th scope="row">{t(label)}</th>
            <td>
              <QuantityText quantity={average} />
            </td>
            <td>
              <QuantityText quantity={best} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
