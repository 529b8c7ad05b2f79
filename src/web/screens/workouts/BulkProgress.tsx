import { Button, Progress } from '@mantine/core'
import { errorText } from '@/web/components/refusal-text'
import { t } from '@/web/i18n/text'
import classes from './BulkDialog.module.css'
import type { BulkRun } from './use-bulk-run'
import type { Selection } from './use-selection'

/** Of more than these, the number says enough. */
const MOST_SHOWN = 50

/** How far a change of several workouts has come, and why some stayed as they were. */
export function BulkProgress({
  run: { phase, total, done, failed },
  titles,
  onStop,
  onClose,
}: {
  run: BulkRun
  titles: Selection
  onStop: () => void
  onClose: () => void
}) {
  const isRunning = phase === 'running'
  const untouched = total - done - failed.size
  const gone = done + failed.size
  return (
    <>
      <Progress value={(gone / total) * 100} animated={isRunning} aria-label={t('bulk.bar')} />
      <p className={classes.count} role="status">
        {isRunning
          ? t('bulk.progress', { done: gone, total })
          : t('bulk.succeeded', { count: done })}
      </p>
      {!isRunning && untouched > 0 && <p>{t('bulk.stopped', { count: untouched })}</p>}
      {failed.size > 0 && (
        <div role="alert">
          <p>{t('bulk.failed', { count: failed.size })}</p>
          <ul className={classes.failed}>
            {[...failed].slice(0, MOST_SHOWN).map(([id, error]) => (
              <li key={id}>
                <strong>{titles.get(id) || t('workout.untitled')}</strong>
                {errorText(error)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.buttons}>
        {isRunning ? (
          <Button variant="default" onClick={onStop}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('form.close')}</Button>
        )}
      </div>
    </>
  )
}
