import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '@/web/api/client/api-error'
import type { UploadDetails } from '@/web/api/client/upload'
import {
  countCreated,
  listFailedFiles,
  parseMissingDetails,
  readUploadResponse,
  type UploadResult,
} from '@/web/api/client/upload-response'
import { translateError } from '@/web/components/feedback/describe-error'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { ImportWarnings } from '@/web/components/feedback/ImportWarnings'
import { t } from '@/web/i18n/text'
import { KnownWorkout } from './KnownWorkout'
import { MissingDetailsForm } from './MissingDetailsForm'
import classes from './UploadOutcome.module.css'
import type { UploadState } from './upload-items'

/** The server's result for one file, with a form for missing details. */
export function UploadOutcome({
  state,
  busy,
  onRetry,
}: {
  state: UploadState
  busy: boolean
  onRetry: (addedDetails: UploadDetails) => void
}) {
  if (state.phase === 'failed') {
    return <Failure error={state.error} busy={busy} onRetry={onRetry} />
  }
  if (state.phase === 'sending' && state.share === 1) {
    return <p className={classes.line}>{t('add.processing')}</p>
  }
  if (state.phase !== 'done') return null
  const { taskId, files } = state.result
  const [sole, ...others] = files ?? []
  if (taskId !== null) {
    return (
      <p className={classes.line}>
        {t('add.inProgress')} <TaskLink taskId={taskId}>{t('add.follow')}</TaskLink>
      </p>
    )
  }
  if (sole && others.length === 0 && sole.result !== 'new') {
    return <KnownWorkout result={state.result} outcome={sole} busy={busy} onRetry={onRetry} />
  }
  return <Created result={state.result} />
}

function TaskLink({ taskId, children }: { taskId: string; children: ReactNode }) {
  return (
    <Link to="/workouts/tasks/$taskId" params={{ taskId }}>
      {children}
    </Link>
  )
}

/** The created workouts, the number of skipped files, and a link to the import summary if there is one. */
function Created({ result: { workouts, files = [], importId } }: { result: UploadResult }) {
  const made = files.length > 0 ? files.filter(({ result }) => result === 'new') : workouts
  const left = files.length - made.length
  const isFlagged = files.some(({ result, reason }) => result === 'new' && reason !== '')
  return (
    <>
      <p className={classes.line}>
        {t('add.created', { count: made.length })}{' '}
        {left > 0 && files.length > 0 && t('add.otherwise', { count: left })}{' '}
        {importId && <TaskLink taskId={importId}>{t('add.report')}</TaskLink>}
      </p>
      {isFlagged && (
        <p className={classes.line}>
          {t('imported.flagged')}. <Link to="/workouts/duplicates">{t('duplicates.look')}</Link>
        </p>
      )}
      <ul className={classes.members}>
        {workouts.map(({ id, title, warnings }) => (
          <li key={id}>
            <Link to="/workouts/$workoutId" params={{ workoutId: id }}>
              {title || t('workout.untitled')}
            </Link>
            {warnings && <ImportWarnings warnings={warnings} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function Failure({
  error,
  busy,
  onRetry,
}: {
  error: unknown
  busy: boolean
  onRetry: (addedDetails: UploadDetails) => void
}) {
  const body = error instanceof ApiError ? error.body : null
  const missingDetails = parseMissingDetails(body)
  const members = listFailedFiles(body)
  const created = countCreated(body)
  const { importId } = readUploadResponse(body)
  if (missingDetails?.code === 'malformed')
    return (
      <>
        <ErrorNote error={error} />
        <p className={classes.line}>{missingDetails.text}</p>
      </>
    )
  if (missingDetails)
    return <MissingDetailsForm remedy={missingDetails} busy={busy} onRetry={onRetry} />
  if (members.length === 0) return <ErrorNote error={error} />
  return (
    <div role="alert">
      {created > 0 && <p className={classes.line}>{t('add.created', { count: created })}</p>}
      <p className={classes.line}>{t('add.failedMembers', { count: members.length })}</p>
      <ul className={classes.members}>
        {members.map(([path, message]) => (
          <li key={path}>
            <strong>{path}</strong>: {translateError(message)}
          </li>
        ))}
      </ul>
      {importId && <TaskLink taskId={importId}>{t('add.report')}</TaskLink>}
    </div>
  )
}
