import { Link } from '@tanstack/react-router'
import { ApiError } from '@/web/api/api-error'
import { createdAlongside, failedMembers } from '@/web/api/upload-answer'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './UploadOutcome.module.css'
import type { UploadState } from './upload-items'

/** What the server said about one file: its own words when it refused. */
export function UploadOutcome({ state }: { state: UploadState }) {
  if (state.phase === 'failed') return <Failure error={state.error} />
  if (state.phase === 'sending' && state.share === 1) {
    return <p className={classes.line}>{t('add.processing')}</p>
  }
  if (state.phase !== 'done') return null
  const { workouts, taskId } = state.result
  if (taskId !== null) {
    return (
      <p className={classes.line}>
        {t('add.inProgress')}{' '}
        <Link to="/workouts/tasks/$taskId" params={{ taskId }}>
          {t('add.follow')}
        </Link>
      </p>
    )
  }
  return (
    <>
      <p className={classes.line}>{t('add.created', { count: workouts.length })}</p>
      <ul className={classes.members}>
        {workouts.map(({ id, title }) => (
          <li key={id}>
            <Link to="/workouts/$workoutId" params={{ workoutId: id }}>
              {title || t('workout.untitled')}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Failure({ error }: { error: unknown }) {
  const body = error instanceof ApiError ? error.body : null
  const members = failedMembers(body)
  const created = createdAlongside(body)
  if (members.length === 0) return <ErrorNote error={error} />
  return (
    <div role="alert">
      {created > 0 && <p className={classes.line}>{t('add.created', { count: created })}</p>}
      <p className={classes.line}>{t('add.failedMembers', { count: members.length })}</p>
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
