import { Link } from '@tanstack/react-router'
import type { ReportEntry } from '@/web/api/report-entries'
import { Badge } from '@/web/components/Badge'
import { resultWord } from '@/web/components/import-results'
import { refusalText } from '@/web/components/refusal-text'
import { t } from '@/web/i18n/text'
import classes from './TaskReport.module.css'

const TONES: Readonly<Record<string, 'good' | 'bad'>> = {
  new: 'good',
  replaced: 'good',
  failed: 'bad',
}

/** One file of an import, what became of it and why, with the way to its workout. */
export function ReportRow({ entry: { file, result, reason, workoutId } }: { entry: ReportEntry }) {
  return (
    <li className={classes.row}>
      <span className={classes.file}>
        {file}
        {reason && <small>{refusalText(reason)}</small>}
      </span>
      <Badge tone={TONES[result] ?? 'plain'}>{resultWord(result)}</Badge>
      {workoutId && result !== 'undone' && (
        <Link
          className={classes.link}
          to="/workouts/$workoutId"
          params={{ workoutId }}
          aria-label={t('imported.workoutOf', { file })}
        >
          {t('imported.workout')}
        </Link>
      )}
    </li>
  )
}
