import type { TaskRow } from '@/db/queries/user-tasks'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import { taskStatus } from '@/policy/task'

/** An archive upload with the files that were not read. */
export interface UploadTaskView {
  task: TaskRow
  /** Reason by path in the archive. */
  errors: Record<string, string>
}

/** The Upload task object of the API. */
export const presentUploadTask = ({ task, errors }: UploadTaskView) => ({
  created_at: httpDate(task.created_at),
  errored_files: { archive: task.error, files: errors },
  file_size: task.file_size,
  files_count: task.files_count,
  id: task.short_id,
  new_workouts_count: task.new_workouts_count,
  original_file_name: task.original_file_name,
  progress: task.progress,
  sport_id: task.sport_id,
  status: taskStatus(task),
  type: task.type,
  updated_at: httpDateOrNull(task.updated_at),
})

/** The request object of a data export; file name and size exist once it is done. */
export function presentExportTask(task: TaskRow) {
  const status = taskStatus(task)
  const done = status === 'successful'
  return {
    created_at: httpDate(task.created_at),
    file_name: done ? (task.file_path?.split('/').at(-1) ?? null) : null,
    file_size: done ? task.file_size : null,
    id: task.short_id,
    status,
    type: task.type,
  }
}

/** The Queued task object of the administration; `user` is already presented. */
export const presentQueuedTask = <User>(task: TaskRow, user: User) => ({
  created_at: httpDate(task.created_at),
  file_size: task.file_size,
  ...(task.type === 'workouts_archive_upload' && { files_count: task.files_count }),
  id: task.short_id,
  message_id: null,
  status: taskStatus(task),
  type: task.type,
  user,
})
