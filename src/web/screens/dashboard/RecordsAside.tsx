import { Link } from '@tanstack/react-router'
import { QuantityText } from '@/web/components/QuantityText'
import { recordLabel } from '@/web/components/record-label'
import { SportMedal } from '@/web/components/SportMedal'
import shared from '@/web/components/SportRecords.module.css'
import { recordValue } from '@/web/format/records'
import { t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './RecordsAside.module.css'

/** The personal records in one sport, each leading to the workout that set it. */
export function RecordsAside({ sportId }: { sportId: number | undefined }) {
  const preferences = usePreferences()
  const profile = useProfile()
  const sport = useSport(sportId ?? 0)
  const records = profile?.records.filter(
    (record) =>
      record.sport_id === sportId && (preferences.showAscent || record.record_type !== 'HA'),
  )
  if (!records?.length) return <div />
  return (
    <aside>
      <h2 className={shared.heading}>
        <SportMedal sportId={sportId ?? 0} size={26} decorative />
        {t('dashboard.records', { sport: sport?.label ?? '' })}
      </h2>
      <ul className={shared.list}>
        {records.map(({ id, record_type, value, workout_id }) => (
          <li key={id}>
            <Link to="/workouts/$workoutId" params={{ workoutId: workout_id }}>
              <span>{recordLabel(record_type)}</span>
              <QuantityText quantity={recordValue(record_type, value, preferences)} />
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.all}>
        <Link to="/records">{t('records.all')}</Link>
      </p>
    </aside>
  )
}
