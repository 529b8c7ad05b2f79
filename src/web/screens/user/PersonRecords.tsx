import type { WorkoutRecord } from '@/web/api/workouts'
import { recordsBySport } from '@/web/components/records-by-sport'
import { SportRecords } from '@/web/components/SportRecords'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './UserScreen.module.css'

/** The best of somebody, sport by sport, as far as the reader may know. */
export function PersonRecords({ records }: { records: readonly WorkoutRecord[] }) {
  const sports = recordsBySport(records, usePreferences())
  if (sports.length === 0) return null
  return (
    <section className={classes.part}>
      <h2 className={classes.heading}>{t('workout.records')}</h2>
      <div className={classes.records}>
        {sports.map(([sportId, ofSport]) => (
          <SportRecords key={sportId} sportId={sportId} records={ofSport} />
        ))}
      </div>
    </section>
  )
}
