import { type Static, Type } from '@sinclair/typebox'
import { fromJson, TASK_TYPES } from '@/db/columns'
import type { TaskRow } from '@/db/queries/user-tasks'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import { TASK_STATUSES, taskStatus } from '@/policy/task'
import { seenUser, type UserSummary } from './compact-user'
import { count, keyed, nullable, number, oneOf, shortId, text, timestamp } from './scalars'

const status = oneOf(TASK_STATUSES, 'How far it is.')
const type = oneOf(TASK_TYPES, 'What the task does.')

/** An archive upload with the files that were not read. */
export interface UploadTaskView {
  task: TaskRow
  /** Reason by path in the archive. */
  errors: Record<string, string>
}

export const uploadTask = Type.Object(
  {
    created_at: timestamp('When the archive was uploaded.'),
    errored_files: Type.Object({
      archive: nullable(text('Why the archive as a whole was not read to its end.')),
      files: keyed(Type.String(), 'Reason by name of the file in the archive.'),
    }),
    file_size: nullable(count('Bytes of the archive.')),
    files_count: count('Recordings in the archive.'),
    id: shortId('The task.'),
    new_workouts_count: count('Workouts made so far.'),
    original_file_name: nullable(text('Name of the archive.')),
    progress: number('Percent.'),
    results: Type.Optional(
      keyed(
        Type.Integer({ minimum: 0 }),
        'How many files ended how so far: `new`, `already there`, `replaced`, `skipped`, `failed`, `undone`; those that none did are missing.',
      ),
    ),
    sport_id: nullable(Type.Integer({ description: 'Sport of the workouts.' })),
    status,
    type,
    updated_at: nullable(timestamp('When it went on last.')),
  },
  { $id: 'UploadTask', description: 'The import of an archive of recordings in the background.' },
)
export type UploadTask = Static<typeof uploadTask>

export const presentUploadTask = ({ task, errors }: UploadTaskView): UploadTask => ({
  created_at: httpDate(task.created_at),
  errored_files: { archive: task.error, files: errors },
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
  updated_at: httpDateOrNull(task.updated_at),
})

export const exportTask = Type.Object(
  {
    created_at: timestamp('When the export was asked for.'),
    file_name: nullable(text('Name for the download; null until it is done.')),
    file_size: nullable(count('Bytes; null until it is done.')),
    id: shortId('The task.'),
    status,
    type,
  },
  { $id: 'ExportTask', description: "The making of an archive of the caller's data." },
)
export type ExportTask = Static<typeof exportTask>

export function presentExportTask(task: TaskRow): ExportTask {
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

export const queuedTask = Type.Object(
  {
    created_at: timestamp('When it was asked for.'),
    file_size: nullable(count('Bytes of the archive; null for exports.')),
    files_count: Type.Optional(count('Recordings in the archive; only for uploads.')),
    id: shortId('The task.'),
    message_id: Type.Null({ description: 'Kept for clients that expect it.' }),
    status,
    type,
    user: nullable(seenUser),
  },
  { $id: 'QueuedTask', description: 'Work in the background that has not begun.' },
)
export type QueuedTask = Static<typeof queuedTask>

/** A task for administrators; `user` is already presented. */
export const presentQueuedTask = (task: TaskRow, user: UserSummary | null): QueuedTask => ({
  created_at: httpDate(task.created_at),
  file_size: task.file_size,
  ...(task.type === 'workouts_archive_upload' && { files_count: task.files_count }),
  id: task.short_id,
  message_id: null,
  status: taskStatus(task),
  type: task.type,
  user,
})
