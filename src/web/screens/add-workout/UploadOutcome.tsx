import { Link } from '@tanstack/react-router'
import { ApiError } from '@/web/api/api-error'
import { failedMembers } from '@/web/api/upload-answer'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t, tCount } from '@/web/i18n/text'
import classes from './UploadOutcome.module.css'
import type { UploadState } from './upload-items'

/** What the server said about one file: its own words when it refused. */
export function UploadOutcome({ state }: { state: UploadState }) {
  if (state.phase === 'failed') return <Failure error={state.error} />
  if (state.phase === 'sending' && state.share === 1) {
    return <p className={classes.line}>{t('add.processing')}</p>
  }
  if (state.phase !== 'done') return null
  const { workoutIds, inProgress } = state.result
  const [first, ...others] = workoutIds
  if (inProgress) return <p className={classes.line}>{t('add.inProgress')}</p>
  return (
    <p className={classes.line}>
      {tCount('add.created', workoutIds.length)}{' '}
      {first && others.length === 0 && (
        <Link to="/workouts/$workoutId" params={{ workoutId: first }}>
          {t('add.open')}
        </Link>
      )}
    </p>
  )
}

function Failure({ error }: { error: unknown }) {
  const members = error instanceof ApiError ? failedMembers(error.body) : []
  if (members.length === 0) return <ErrorNote error={error} />
  return (
    <div role="alert">
      <p className={classes.line}>{tCount('add.failedMembers', members.length)}</p>
      <ul className={classes.members}>
        {members.map(([path, message]) => (
          <li key={path}>
            <strong>{path}</strong>: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
