import { refusalText } from '@/web/components/refusal-text'
import { t } from '@/web/i18n/text'
import classes from './TaskView.module.css'

/** The files of the archive that made no workout, each with the server's reason. */
export function TaskErrors({ files }: { files: Readonly<Record<string, string>> }) {
  const failed = Object.entries(files)
  if (failed.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('task.failedFiles')}</h2>
      <ul className={classes.files}>
        {failed.map(([path, reason]) => (
          <li key={path}>
            {path}
            <span>{refusalText(reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
