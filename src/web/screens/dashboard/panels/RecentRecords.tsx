import { Link } from '@tanstack/react-router'
import type { Profile } from '@/web/api/accounts/profile'
import { QuantityText } from '@/web/components/numbers/QuantityText'
import { getRecordLabel } from '@/web/components/numbers/record-label'
import shared from '@/web/components/numbers/SportRecords.module.css'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate } from '@/web/format/dates'
import { formatRecord } from '@/web/format/records'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './RecentRecords.module.css'

const SHOWN = 6

/** The latest personal records, each linked to its workout. */
export function RecentRecords({ profile }: { profile: Profile }) {
  const preferences = usePreferences()
  const records = profile.records
    .filter(({ record_type }) => preferences.showAscent || record_type !== 'HA')
    .toSorted((one, other) => Date.parse(other.workout_date) - Date.parse(one.workout_date))
    .slice(0, SHOWN)
  if (records.length === 0) return null
  return (
    <section aria-label={t('dashboard.records')}>
      <h2 className={shared.heading}>{t('dashboard.records')}</h2>
      <ul className={shared.list}>
        {records.map((record) => (
          <li key={record.id}>
            <Link
              className={classes.record}
              to="/workouts/$workoutId"
              params={{ workoutId: record.workout_id }}
            >
              <SportMedal sportId={record.sport_id} size={26} />
              <span className={classes.name}>
                {getRecordLabel(record)}
                <small>{formatDate(new Date(record.workout_date), preferences)}</small>
              </span>
              <QuantityText quantity={formatRecord(record, preferences)} />
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.all}>
        <Link to="/records">{t('records.all')}</Link>
      </p>
    </section>
  )
}
