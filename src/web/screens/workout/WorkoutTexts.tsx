import type { Workout } from '@/web/api/workouts'
import { Markdown } from '@/web/components/Markdown'
import { t } from '@/web/i18n/text'
import classes from './WorkoutTexts.module.css'

/** What was written about the workout: the description for everybody, the notes for its owner. */
export function WorkoutTexts({ workout: { description, notes } }: { workout: Workout }) {
  return (
    <>
      {description && (
        <section>
          <h2 className={classes.heading}>{t('workout.description')}</h2>
          <Markdown text={description} />
        </section>
      )}
      {notes && (
        <section>
          <h2 className={classes.heading}>{t('workout.notes')}</h2>
          <Markdown text={notes} />
        </section>
      )}
    </>
  )
}
