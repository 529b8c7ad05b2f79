import type { Workout } from '@/web/api/workouts'
import { ImportWarnings } from '@/web/components/ImportWarnings'
import { t } from '@/web/i18n/text'
import classes from './RecordList.module.css'

/** For the owner: what was passed over when the recording was read; nothing when nothing was. */
export function FileWarnings({ workout: { import_warnings: warnings } }: { workout: Workout }) {
  if (!warnings || warnings.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('warning.title')}</h2>
      <ImportWarnings warnings={warnings} />
    </section>
  )
}
