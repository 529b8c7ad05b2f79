import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { UploadDetails } from '@/web/api/client/upload'
import type { UploadResult } from '@/web/api/client/upload-response'
import { t } from '@/web/i18n/text'
import classes from './UploadOutcome.module.css'

/** Shows which workout a file duplicates, and offers alternatives for the file. */
export function KnownWorkout({
  result: { workouts, importId },
  outcome: { result, reason },
  busy,
  onRetry,
}: {
  result: UploadResult
  outcome: { result: string; reason: string }
  busy: boolean
  onRetry: (addedDetails: UploadDetails) => void
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
              onClick={() => onRetry({ duplicates: 'replace-if-richer' })}
            >
              {t('add.takeRicher')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            onClick={() => onRetry({ duplicates: 'allow' })}
          >
            {t('add.addAnyway')}
          </Button>
        </div>
      )}
    </div>
  )
}
