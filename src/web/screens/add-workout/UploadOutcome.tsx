import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '@/web/api/api-error'
import type { UploadDetails } from '@/web/api/upload'
import {
  createdAlongside,
  failedMembers,
  readRemedy,
  readUploadAnswer,
  type UploadResult,
} from '@/web/api/upload-answer'
import { ErrorNote } from '@/web/components/ErrorNote'
import { ImportWarnings } from '@/web/components/ImportWarnings'
import { refusalText } from '@/web/components/refusal-text'
import { t } from '@/web/i18n/text'
import { KnownWorkout } from './KnownWorkout'
import { RemedyQuestion } from './RemedyQuestion'
import classes from './UploadOutcome.module.css'
import type { UploadState } from './upload-items'

/** What the server said about one file, and what it asks when it could be read after all. */
export function UploadOutcome({
  state,
  busy,
  onAnswer,
}: {
  state: UploadState
  busy: boolean
  onAnswer: (answers: UploadDetails) => void
}) {
  if (state.phase === 'failed') {
    return <Failure error={state.error} busy={busy} onAnswer={onAnswer} />
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
    return <KnownWorkout result={state.result} outcome={sole} busy={busy} onAnswer={onAnswer} />
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

/** The workouts that were made, with what was passed over, and the report where one is kept. */
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
  onAnswer,
}: {
  error: unknown
  busy: boolean
  onAnswer: (answers: UploadDetails) => void
}) {
  const body = error instanceof ApiError ? error.body : null
  const remedy = readRemedy(body)
  const members = failedMembers(body)
  const created = createdAlongside(body)
  const { importId } = readUploadAnswer(body)
  if (remedy) return <RemedyQuestion remedy={remedy} busy={busy} onAnswer={onAnswer} />
  if (members.length === 0) return <ErrorNote error={error} />
  return (
    <div role="alert">
      {created > 0 && <p className={classes.line}>{t('add.created', { count: created })}</p>}
      <p className={classes.line}>{t('add.failedMembers', { count: members.length })}</p>
      <ul className={classes.members}>
        {members.map(([path, message]) => (
          <li key={path}>
            <strong>{path}</strong>: {refusalText(message)}
          </li>
        ))}
      </ul>
      {importId && <TaskLink taskId={importId}>{t('add.report')}</TaskLink>}
    </div>
  )
}
