import type { Task } from '@/web/api/workouts/tasks'
import { translateError } from '@/web/components/feedback/describe-error'
import { t } from '@/web/i18n/text'
import classes from './TaskScreen.module.css'

/** Files of the archive without a workout, each with the server's reason and remedy, and the number of further ones. */
export function TaskErrors({ files, remedies = {}, more = 0 }: Task['errored_files']) {
  const failed = Object.entries(files)
  if (failed.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('task.failedFiles')}</h2>
      <ul className={classes.files}>
        {failed.map(([path, reason]) => (
          <li key={path}>
            {path}
            <span>{translateError(reason)}</span>
            {remedies[path] && <span>{translateError(remedies[path])}</span>}
          </li>
        ))}
        {more > 0 && <li>{t('task.moreFailed', { count: more })}</li>}
      </ul>
    </section>
  )
}
