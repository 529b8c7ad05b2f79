import { IconAward } from '@tabler/icons-react'
import type { WorkoutRecord } from '@/web/api/workouts'
import { QuantityText } from '@/web/components/QuantityText'
import { recordLabel } from '@/web/components/record-label'
import { inOrder } from '@/web/components/records-by-sport'
import { recordValue } from '@/web/format/records'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './RecordList.module.css'

/** The personal records that this workout holds. */
export function RecordList({ records }: { records: readonly WorkoutRecord[] }) {
  const preferences = usePreferences()
  const shown = inOrder(
    records.filter(({ record_type }) => preferences.showAscent || record_type !== 'HA'),
  )
  if (shown.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>
        <IconAward size={20} stroke={1.75} />
        {t('workout.records')}
      </h2>
      <ul className={classes.list}>
        {shown.map((record) => (
          <li key={record.id}>
            <span>{recordLabel(record)}</span>
            <QuantityText quantity={recordValue(record, preferences)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
