import { type SqlBool, TASK_COMPLETE, type TaskType } from '@/store/db/schema/columns'

/** The facts that determine the status of a task. */
export interface TaskFacts {
  progress: number
  is_errored: SqlBool
  is_aborted: SqlBool
}

export const TASK_STATUSES = ['errored', 'aborted', 'queued', 'successful', 'in_progress'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** The status of a task. A started task is reported as queued until it reaches one percent. */
export function taskStatus({ progress, is_errored, is_aborted }: TaskFacts): TaskStatus {
  if (is_errored) return 'errored'
  if (is_aborted) return 'aborted'
  if (progress === 0) return 'queued'
  return progress === TASK_COMPLETE ? 'successful' : 'in_progress'
}

/**
 * Whether a task failed and can be started again: an import needs its archive. An import that ended with some unreadable
 * files did not fail.
 */
export const isRetryableTask = (
  task: TaskFacts & { type: TaskType; file_path: string | null },
): boolean =>
  taskStatus(task) === 'errored' &&
  task.progress < TASK_COMPLETE &&
  (task.type === 'user_data_export' || task.file_path !== null)

/** Whether a task is queued or in progress. */
export const isOpenTask = (task: TaskFacts): boolean =>
  ['queued', 'in_progress'].includes(taskStatus(task))
