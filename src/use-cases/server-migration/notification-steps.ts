import type { SourceRow } from '@/services/postgres/snapshot'
import { findAppealedAction } from '@/store/db/queries/social/appeals'
import { loadComments } from '@/store/db/queries/social/comments'
import type { NotificationObject } from '@/store/db/queries/social/notifications'
import { insertMigrated } from '@/store/db/queries/tasks/server-migrations'
import {
  NOTIFICATION_TYPES,
  type NotificationType,
  TASK_COMPLETE,
  TASK_TYPES,
} from '@/store/db/schema/columns'
import { knownWord } from './moderation-steps'
import {
  flagIn,
  idIn,
  instantIn,
  listIn,
  objectIn,
  SkippedRowError,
  shortIdIn,
  textIn,
  truncatedIn,
  wholeIn,
} from './read-row'
import { type MigrationTx, rowStep } from './step'

const dataExport = () => new SkippedRowError('left out', 'data exports are made anew')

/** Migrates finished uploads of archives. Data exports are skipped, since they belong to the source server. */
export const tasks = rowStep(
  {
    name: 'upload tasks',
    table: 'user_tasks',
    required: ['uuid', 'user_id', 'created_at', 'task_type', 'progress', 'errored', 'aborted'],
    optional: ['updated_at', 'file_size', 'errors', 'data'],
  },
  (row) => async (tx) => {
    if (knownWord(row, 'task_type', TASK_TYPES) === 'user_data_export') throw dataExport()
    const progress = wholeIn(row, 'progress') ?? 0
    const [isErrored, isAborted] = [flagIn(row, 'errored'), flagIn(row, 'aborted')]
    if (progress < TASK_COMPLETE && isErrored === 0 && isAborted === 0)
      throw new SkippedRowError('left out', 'not finished: the archive has to be uploaded again')
    const id = idIn(row, 'id')
    const [data, errors] = [objectIn(row, 'data'), objectIn(row, 'errors')]
    const files = listIn(data, 'files_to_process').length
    await insertMigrated(tx.db, 'user_tasks', {
      id,
      short_id: shortIdIn(row),
      user_id: idIn(row, 'user_id'),
      type: 'workouts_archive_upload',
      created_at: instantIn(row, 'created_at'),
      updated_at: truncatedIn(row, 'updated_at'),
      progress,
      is_errored: isErrored,
      is_aborted: isAborted,
      file_size: wholeIn(row, 'file_size'),
      files_count: files,
      files_done: Math.floor((files * progress) / TASK_COMPLETE),
      new_workouts_count: wholeIn(data, 'new_workouts_count') ?? 0,
      original_file_name: textIn(data, 'original_file_name'),
      sport_id: wholeIn(objectIn(data, 'workouts_data'), 'sport_id'),
      error: textIn(errors, 'archive'),
    })
    for (const [path, message] of Object.entries(objectIn(errors, 'files')))
      await insertMigrated(tx.db, 'user_task_errors', {
        task_id: id,
        path,
        message: String(message),
      })
  },
)

export const notifications = rowStep(
  {
    name: 'notifications',
    table: 'notifications',
    required: [
      ...['uuid', 'from_user_id', 'to_user_id', 'created_at', 'marked_as_read', 'event_type'],
      'event_object_id',
    ],
  },
  (row) => async (tx) => {
    const type = knownWord(row, 'event_type', NOTIFICATION_TYPES)
    await insertMigrated(tx.db, 'notifications', {
      id: idIn(row, 'id'),
      short_id: shortIdIn(row),
      type,
      from_user_id: idIn(row, 'from_user_id'),
      to_user_id: idIn(row, 'to_user_id'),
      created_at: instantIn(row, 'created_at'),
      is_read: flagIn(row, 'marked_as_read'),
      ...(await findObject(tx, type, row)),
    })
  },
)

/** Returns the object of a notification. The source server has a single column for ids of all types. */
async function findObject(
  tx: MigrationTx,
  type: NotificationType,
  row: SourceRow,
): Promise<NotificationObject> {
  const id = () => idIn(row, 'event_object_id')
  switch (type) {
    case 'workout_like':
      return { workout_id: id() }
    case 'comment_like':
    case 'mention':
      return { comment_id: id() }
    case 'workout_comment':
      return commentOnWorkout(tx, id())
    case 'report':
      return { report_id: id() }
    case 'suspension_appeal':
    case 'user_warning_appeal':
      return appealed(tx, id())
    case 'user_data_export':
      throw dataExport()
    case 'workouts_archive_upload':
      return { task_id: id() }
    case 'account_creation':
    case 'follow':
    case 'follow_request':
    case 'follow_request_approved':
      return {}
    default:
      return { report_action_id: id() }
  }
}

async function commentOnWorkout(tx: MigrationTx, id: number): Promise<NotificationObject> {
  const comment = (await loadComments(tx.db, [id])).get(id)
  return { comment_id: id, workout_id: comment?.workout_id ?? null }
}

async function appealed(tx: MigrationTx, id: number): Promise<NotificationObject> {
  const appeal = await findAppealedAction(tx.db, id)
  if (!appeal) throw new SkippedRowError('failed', 'the appeal is gone')
  return { report_id: appeal.report_id, report_action_id: appeal.action_id }
}
