import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import { TASK_STATUSES, taskStatus } from '@/policy/task'
import type { TaskErrors } from '@/store/db/queries/tasks/user-task-errors'
import type { TaskRow } from '@/store/db/queries/tasks/user-tasks'
import { fromJson, TASK_TYPES } from '@/store/db/schema/columns'
import { seenUser, type UserSummary } from './accounts/compact-user'
import {
  alwaysNull,
  count,
  keyed,
  nullable,
  number,
  oneOf,
  shortId,
  text,
  timestamp,
} from './fields'

const status = oneOf(TASK_STATUSES, 'Status of the task.')
const type = oneOf(TASK_TYPES, 'What the task does.')

/** What administrators learn about every task. */
export const taskFields = {
  created_at: timestamp('When it was requested.'),
  file_size: nullable(count('Bytes of the archive; null for exports.')),
  id: shortId('The task.'),
  type,
  user: nullable(seenUser),
}

/** An archive upload with the errors of its files. */
export interface UploadTaskView {
  task: TaskRow
  errors: TaskErrors
}

export const uploadTask = Type.Object(
  {
    created_at: timestamp('When the archive was uploaded.'),
    errored_files: Type.Object({
      archive: nullable(text('Why the archive could not be read completely.')),
      files: keyed(
        Type.String(),
        'Reasons by file name in the archive, for the first 100 failed files; the import’s result has all.',
      ),
      more: Type.Optional(count('Number of further failed files.')),
      remedies: Type.Optional(
        keyed(
          Type.String(),
          'What makes some of these files readable, by file name, in English; absent if nothing is known.',
        ),
      ),
    }),
    file_size: nullable(count('Bytes of the archive.')),
    files_count: count('Recordings in the archive.'),
    id: shortId('The task.'),
    new_workouts_count: count('Workouts created so far.'),
    original_file_name: nullable(text('Name of the archive.')),
    progress: number('Percent.'),
    results: Type.Optional(
      keyed(
        Type.Integer({ minimum: 0 }),
        'Number of files by result so far: `new`, `already there`, `replaced`, `skipped`, `failed`, `undone`; results without files are absent.',
      ),
    ),
    sport_id: nullable(Type.Integer({ description: 'Sport of the workouts.' })),
    status,
    type,
    updated_at: nullable(timestamp('When it last made progress.')),
  },
  { $id: 'UploadTask', description: 'The background import of an archive of recordings.' },
)
export type UploadTask = Static<typeof uploadTask>

export const presentUploadTask = ({ task, errors }: UploadTaskView): UploadTask => ({
  created_at: formatHttpDate(task.created_at),
  errored_files: {
    archive: task.error,
    files: errors.files,
    ...(errors.more > 0 && { more: errors.more }),
    ...(Object.keys(errors.remedies).length > 0 && { remedies: errors.remedies }),
  },
  file_size: task.file_size,
  files_count: task.files_count,
  id: task.short_id,
  new_workouts_count: task.new_workouts_count,
  original_file_name: task.original_file_name,
  progress: task.progress,
  results: fromJson(task.results) as Record<string, number>,
  sport_id: task.sport_id,
  status: taskStatus(task),
  type: task.type,
  updated_at: formatHttpDateOrNull(task.updated_at),
})

export const exportTask = Type.Object(
  {
    created_at: timestamp('When the export was requested.'),
    file_name: nullable(text('Name for the download; null until it has finished.')),
    file_size: nullable(count('Bytes; null until it has finished.')),
    id: shortId('The task.'),
    status,
    type,
  },
  { $id: 'ExportTask', description: "The task that creates an archive of the caller's data." },
)
export type ExportTask = Static<typeof exportTask>

export function presentExportTask(task: TaskRow): ExportTask {
  const status = taskStatus(task)
  const done = status === 'successful'
  return {
    created_at: formatHttpDate(task.created_at),
    file_name: done ? (task.file_path?.split('/').at(-1) ?? null) : null,
    file_size: done ? task.file_size : null,
    id: task.short_id,
    status,
    type: task.type,
  }
}

export const queuedTask = Type.Object(
  {
    ...taskFields,
    files_count: Type.Optional(count('Recordings in the archive; only for uploads.')),
    message_id: alwaysNull(Type.String(), 'Always null; for clients that expect it.'),
    status,
  },
  { $id: 'QueuedTask', description: 'A background task that has not started.' },
)
export type QueuedTask = Static<typeof queuedTask>

/** A task, for administrators. `user` is already presented. */
export const presentQueuedTask = (task: TaskRow, user: UserSummary | null): QueuedTask => ({
  created_at: formatHttpDate(task.created_at),
  file_size: task.file_size,
  ...(task.type === 'workouts_archive_upload' && { files_count: task.files_count }),
  id: task.short_id,
  message_id: null,
  status: taskStatus(task),
  type: task.type,
  user,
})
