import { Link } from '@tanstack/react-router'
import type { WorkoutRecord } from '@/web/api/workouts'
import { formatDate } from '@/web/format/dates'
import { recordValue } from '@/web/format/records'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { QuantityText } from './QuantityText'
import { recordLabel } from './record-label'
import { SportMedal } from './SportMedal'
import classes from './SportRecords.module.css'

/** The records in one sport, each leading to the workout that set it. */
export function SportRecords({
  sportId,
  records,
}: {
  sportId: number
  records: readonly WorkoutRecord[]
}) {
  const preferences = usePreferences()
  const sport = useSport(sportId)
  return (
    <section className={classes.sport}>
      <h2 className={classes.heading}>
        <SportMedal sportId={sportId} size={26} decorative />
        {sport?.label}
      </h2>
      <ul className={classes.list}>
        {records.map((record) => (
          <li key={record.id}>
            <Link to="/workouts/$workoutId" params={{ workoutId: record.workout_id }}>
              <span>
                {recordLabel(record)}
                <small>{formatDate(new Date(record.workout_date), preferences)}</small>
              </span>
              <QuantityText quantity={recordValue(record, preferences)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
