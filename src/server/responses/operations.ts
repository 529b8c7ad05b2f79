import { type Static, Type } from '@sinclair/typebox'
import type { Problem } from '@/lib/recent-problems'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import { isRetryableTask, taskStatus } from '@/policy/task'
import type { MailQueueState } from '@/store/db/queries/accounts/mail-queue'
import { TASK_STATES, type TaskRow } from '@/store/db/queries/tasks/user-tasks'
import type { UserSummary } from './accounts/compact-user'
import { count, flag, nullable, number, oneOf, text, timestamp } from './fields'
import { taskFields } from './task'

const bytes = (description: string) => nullable(count(`${description} Null until measured.`))
const freeSpace = (description: string) => nullable(count(description))

export const backgroundTask = Type.Object(
  {
    ...taskFields,
    error: nullable(text('Why it failed or has to wait, in English.')),
    files_count: count('Recordings in the archive; 0 for exports.'),
    files_done: count('How many of these have been processed.'),
    is_retryable: flag('Whether it can be started again.'),
    progress: number('Percent.'),
    state: oneOf([...TASK_STATES, 'ended'], '`ended` is the state after a cancellation.'),
    updated_at: nullable(timestamp('When it last made progress, or failed.')),
  },
  { $id: 'BackgroundTask', description: 'A background task of any user, for administrators.' },
)
export type BackgroundTask = Static<typeof backgroundTask>

/** `user` is already presented. */
export const presentBackgroundTask = (task: TaskRow, user: UserSummary | null): BackgroundTask => ({
  created_at: formatHttpDate(task.created_at),
  error: task.error,
  file_size: task.type === 'user_data_export' ? null : task.file_size,
  files_count: task.files_count,
  files_done: task.files_done,
  id: task.short_id,
  is_retryable: isRetryableTask(task),
  progress: task.progress,
  state: stateOf(task),
  type: task.type,
  updated_at: formatHttpDateOrNull(task.updated_at),
  user,
})

function stateOf(task: TaskRow): BackgroundTask['state'] {
  const status = taskStatus(task)
  if (status === 'errored') return 'failed'
  if (status === 'in_progress') return 'running'
  if (status !== 'queued') return 'ended'
  return task.claimed_by === null ? 'waiting' : 'running'
}

export const operations = Type.Object(
  {
    health: Type.Array(
      Type.Object({
        part: oneOf(['database', 'folders', 'backups'], 'What was checked.'),
        problem: nullable(text('What is wrong, in English; null if nothing is.')),
      }),
      { description: 'Backups are absent when they are not configured.' },
    ),
    mail: nullable(
      Type.Object(
        {
          last_error: nullable(text('Why a waiting message could not be sent yet.')),
          oldest_at: nullable(timestamp('When the oldest waiting message was queued.')),
          waiting: count('Messages that wait.'),
        },
        { description: 'The mail queue; null if email is not configured.' },
      ),
    ),
    problems: Type.Array(
      Type.Object({
        cause: nullable(text('The error, if the line contains one.')),
        level: oneOf(['warn', 'error', 'fatal'], 'Level of the line.'),
        message: text('What happened.'),
        time: timestamp('When.'),
      }),
      { description: 'Up to 50 warnings and errors of the log since the start, newest first.' },
    ),
    release: nullable(
      Type.Object(
        {
          checked_at: nullable(timestamp('When a release server was last asked.')),
          is_newer: flag('Whether the newest release is newer than this server.'),
          latest: nullable(text('The newest release; null before the first check.')),
        },
        { description: 'Null unless `UPDATE_CHECK` is set.' },
      ),
    ),
    started_at: timestamp('When the server was started.'),
    storage: Type.Object(
      {
        backups: bytes('Bytes of backups and nightly copies.'),
        database: count('Bytes of the database.'),
        exports: bytes('Bytes of data exports.'),
        free_database: freeSpace('Free bytes on the disk of the database.'),
        free_uploads: freeSpace('Free bytes on the disk of the uploads; null for a bucket.'),
        measured_at: nullable(
          timestamp('When the folders were measured; at most every 15 minutes.'),
        ),
        originals: bytes('Bytes of recordings, map images and archives that are imported.'),
        pictures: bytes('Bytes of profile pictures.'),
        photos: bytes('Bytes of photos of workouts.'),
        tiles: bytes('Bytes of cached map tiles.'),
        wal: count('Bytes of the write-ahead log.'),
      },
      { description: 'Used storage by kind.' },
    ),
    versions: Type.Object({
      api: text('Version of the API contract.'),
      bun: text('Version of Bun.'),
      platform: text('Operating system and processor.'),
      server: text('Version of Milepost.'),
      sqlite: text('Version of SQLite.'),
    }),
  },
  { $id: 'Operations', description: 'The state of the server, for its administrators.' },
)
export type OperationsJson = Static<typeof operations>

/** What the presenter needs of the state of the server. */
interface State {
  mail: MailQueueState | undefined
  storage: {
    database: number
    wal: number
    folders:
      | Record<'originals' | 'pictures' | 'photos' | 'exports' | 'tiles' | 'backups', number>
      | undefined
    measuredAt: number | undefined
  }
  freeSpace: { database: number | undefined; uploads: number | undefined }
  versions: OperationsJson['versions']
  startedAt: number
  health: { part: OperationsJson['health'][number]['part']; problem: string | undefined }[]
  problems: Problem[]
  release:
    | { latest: { version: string; checkedAt: number } | undefined; isNewer: boolean }
    | undefined
}

export function presentOperations(state: State): OperationsJson {
  const { mail, storage, freeSpace, release } = state
  const { folders } = storage
  return {
    health: state.health.map(({ part, problem }) => ({ part, problem: problem ?? null })),
    mail: mail
      ? {
          last_error: mail.lastError,
          oldest_at: formatHttpDateOrNull(mail.oldest),
          waiting: mail.count,
        }
      : null,
    problems: state.problems.map(({ cause, level, message, time }) => ({
      ...{ cause: cause ?? null, level, message },
      time: formatHttpDate(Date.parse(time)),
    })),
    release: release
      ? {
          checked_at: formatHttpDateOrNull(release.latest?.checkedAt ?? null),
          is_newer: release.isNewer,
          latest: release.latest?.version ?? null,
        }
      : null,
    started_at: formatHttpDate(state.startedAt),
    storage: {
      backups: folders?.backups ?? null,
      database: storage.database,
      exports: folders?.exports ?? null,
      free_database: freeSpace.database ?? null,
      free_uploads: freeSpace.uploads ?? null,
      measured_at: formatHttpDateOrNull(storage.measuredAt ?? null),
      originals: folders?.originals ?? null,
      pictures: folders?.pictures ?? null,
      photos: folders?.photos ?? null,
      tiles: folders?.tiles ?? null,
      wal: storage.wal,
    },
    versions: state.versions,
  }
}
