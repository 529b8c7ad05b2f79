import { IconAward } from '@tabler/icons-react'
import type { WorkoutRecord } from '@/web/api/workouts/workouts'
import { QuantityText } from '@/web/components/numbers/QuantityText'
import { getRecordLabel } from '@/web/components/numbers/record-label'
import { sortRecords } from '@/web/components/numbers/records-by-sport'
import { formatRecord } from '@/web/format/records'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './RecordList.module.css'

/** The personal records set in this workout. */
export function RecordList({ records }: { records: readonly WorkoutRecord[] }) {
  const preferences = usePreferences()
  const shown = sortRecords(
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
            <span>{getRecordLabel(record)}</span>
            <QuantityText quantity={formatRecord(record, preferences)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
