import { Link } from '@tanstack/react-router'
import type { RecordProgress } from '@/web/api/workouts/statistics'
import type { WorkoutRecord } from '@/web/api/workouts/workouts'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate } from '@/web/format/dates'
import { formatFullClock } from '@/web/format/duration'
import { formatQuantity } from '@/web/format/quantity'
import { formatRecord } from '@/web/format/records'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { QuantityText } from './QuantityText'
import { getRecordLabel } from './record-label'
import { Sparkline } from './Sparkline'
import classes from './SportRecords.module.css'
import { sampleProgress } from './sample-progress'

/** The personal records in one sport, each a link to its workout, with a line of how it improved if that is known. */
export function SportRecords({
  sportId,
  records,
  progress,
}: {
  sportId: number
  records: readonly WorkoutRecord[]
  progress?: readonly RecordProgress[] | undefined
}) {
  const sport = useSport(sportId)
  return (
    <section className={classes.sport}>
      <h2 className={classes.heading}>
        <SportMedal sportId={sportId} size={26} decorative />
        {sport?.label}
      </h2>
      <ul className={classes.list}>
        {records.map((record) => (
          <RecordItem
            key={record.id}
            record={record}
            progress={progress?.find(({ record_type: type }) => type === record.record_type)}
          />
        ))}
      </ul>
    </section>
  )
}

function RecordItem({
  record,
  progress,
}: {
  record: WorkoutRecord
  progress: RecordProgress | undefined
}) {
  const preferences = usePreferences()
  const before = progress?.records.at(-2)
  return (
    <li>
      <Link to="/workouts/$workoutId" params={{ workoutId: record.workout_id }}>
        <span>
          {getRecordLabel(record)}
          <small>{formatDate(new Date(record.workout_date), preferences)}</small>
        </span>
        {progress && before && (
          <span className={classes.progress}>
            <Sparkline lines={[{ values: sampleProgress(progress, Date.now()) }]} />
          </span>
        )}
        <span>
          <QuantityText quantity={formatRecord(record, preferences)} />
          {before && (
            <small>
              {t('records.before', {
                value: formatQuantity(
                  formatRecord({ ...record, value: toRecordValue(record, before) }, preferences),
                ),
              })}
            </small>
          )}
        </span>
      </Link>
    </li>
  )
}

/** Earlier values are numbers, also where those of records are durations. */
const toRecordValue = ({ value }: WorkoutRecord, before: { value: number }) =>
  typeof value === 'string' ? formatFullClock(before.value) : before.value
