import { type TextKey, t } from '@/web/i18n/text'
import classes from './TaskState.module.css'

const TEXTS: Readonly<Record<string, TextKey>> = {
  queued: 'task.queued',
  in_progress: 'task.running',
  successful: 'task.done',
  errored: 'task.errored',
  aborted: 'task.aborted',
}

/** The status of a background task. */
export function TaskState({ status }: { status: string }) {
  const key = TEXTS[status]
  return (
    <span className={classes.state} data-status={status}>
      {key ? t(key) : status}
    </span>
  )
}
