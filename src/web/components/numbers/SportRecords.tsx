import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WorkoutRecord } from '@/web/api/workouts/workouts'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate } from '@/web/format/dates'
import { formatRecord } from '@/web/format/records'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { QuantityText } from './QuantityText'
import { getRecordLabel } from './record-label'
import classes from './SportRecords.module.css'

/** The personal records in one sport, each a link to its workout. */
export function SportRecords({
  sportId,
  records,
  progressOf,
}: {
  sportId: number
  records: readonly WorkoutRecord[]
  /** Returns how a record improved: a line, and a text below the value; undefined if it never did. */
  progressOf?: (record: WorkoutRecord) => { line: ReactNode; text: string } | undefined
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
        {records.map((record) => {
          const progress = progressOf?.(record)
          return (
            <li key={record.id}>
              <Link to="/workouts/$workoutId" params={{ workoutId: record.workout_id }}>
                <span>
                  {getRecordLabel(record)}
                  <small>{formatDate(new Date(record.workout_date), preferences)}</small>
                </span>
                {progress && <span className={classes.progress}>{progress.line}</span>}
                <span>
                  <QuantityText quantity={formatRecord(record, preferences)} />
                  {progress && <small>{progress.text}</small>}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
