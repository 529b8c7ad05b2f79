import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { UploadDetails } from '@/web/api/upload'
import type { UploadResult } from '@/web/api/upload-answer'
import { t } from '@/web/i18n/text'
import classes from './UploadOutcome.module.css'

/** Says that a file repeats a workout, which one, and what can be done with the file instead. */
export function KnownWorkout({
  result: { workouts, importId },
  outcome: { result, reason },
  busy,
  onAnswer,
}: {
  result: UploadResult
  outcome: { result: string; reason: string }
  busy: boolean
  onAnswer: (answers: UploadDetails) => void
}) {
  const [workout] = workouts
  const isLeft = result === 'already there'
  return (
    <div className={classes.note} role="status">
      <p>
        <strong>{t(isLeft ? 'add.known' : 'add.replaced')}</strong>{' '}
        {workout && (
          <Link to="/workouts/$workoutId" params={{ workoutId: workout.id }}>
            {workout.title || t('workout.untitled')}
          </Link>
        )}
        {isLeft && reason !== '' && `. ${t('imported.keptBeside')}.`}{' '}
        {importId && (
          <Link to="/workouts/tasks/$taskId" params={{ taskId: importId }}>
            {t('add.report')}
          </Link>
        )}
      </p>
      {isLeft && (
        <div className={classes.buttons}>
          {reason === '' && (
            <Button
              variant="default"
              size="xs"
              disabled={busy}
              onClick={() => onAnswer({ duplicates: 'replace-if-richer' })}
            >
              {t('add.takeRicher')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            onClick={() => onAnswer({ duplicates: 'allow' })}
          >
            {t('add.addAnyway')}
          </Button>
        </div>
      )}
    </div>
  )
}
