import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './WorkoutColumns.module.css'

/** The heading of a list of workouts, with column headings on wide screens. */
export function WorkoutColumns({ heading }: { heading: string }) {
  const { showAscent } = usePreferences()
  return (
    <div className={classes.head}>
      <h2>{heading}</h2>
      <span>{t('stat.distance')}</span>
      <span>{t('stat.moving')}</span>
      {showAscent && <span>{t('stat.ascent')}</span>}
      <span>{t('stat.average')}</span>
    </div>
  )
}
