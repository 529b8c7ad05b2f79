import type { SourceRow } from '@/services/postgres/snapshot'
import { ACTION_TYPES, REPORTED_TYPES } from '@/store/db/schema/columns'
import {
  flagIn,
  idIn,
  instantIn,
  SkippedRowError,
  shortIdIn,
  textIn,
  truncatedIn,
  wholeIn,
  wordIn,
} from './read-row'
import { into, rowStep } from './step'

export const reports = rowStep(
  {
    name: 'reports',
    table: 'reports',
    required: ['created_at', 'object_type', 'note', 'resolved'],
    optional: [
      ...['updated_at', 'resolved_at', 'reported_by', 'reported_comment_id', 'reported_user_id'],
      ...['reported_workout_id', 'resolved_by'],
    ],
  },
  (row) =>
    into('reports', {
      id: idIn(row, 'id'),
      created_at: instantIn(row, 'created_at'),
      updated_at: truncatedIn(row, 'updated_at'),
      object_type: knownWord(row, 'object_type', REPORTED_TYPES),
      note: textIn(row, 'note') ?? '',
      reported_by: wholeIn(row, 'reported_by'),
      reported_user_id: wholeIn(row, 'reported_user_id'),
      reported_comment_id: wholeIn(row, 'reported_comment_id'),
      reported_workout_id: wholeIn(row, 'reported_workout_id'),
      is_resolved: flagIn(row, 'resolved'),
      resolved_at: truncatedIn(row, 'resolved_at'),
      resolved_by: wholeIn(row, 'resolved_by'),
    }),
)

export const reportComments = rowStep(
  {
    name: 'report comments',
    table: 'report_comments',
    required: ['created_at', 'report_id', 'user_id', 'comment'],
  },
  (row) =>
    into('report_comments', {
      id: idIn(row, 'id'),
      report_id: idIn(row, 'report_id'),
      user_id: idIn(row, 'user_id'),
      created_at: instantIn(row, 'created_at'),
      comment: textIn(row, 'comment') ?? '',
    }),
)

export const reportActions = rowStep(
  {
    name: 'report actions',
    table: 'report_actions',
    required: ['uuid', 'created_at', 'report_id', 'action_type'],
    optional: ['moderator_id', 'comment_id', 'user_id', 'workout_id', 'reason'],
  },
  (row) =>
    into('report_actions', {
      id: idIn(row, 'id'),
      short_id: shortIdIn(row),
      report_id: idIn(row, 'report_id'),
      action_type: knownWord(row, 'action_type', ACTION_TYPES),
      created_at: instantIn(row, 'created_at'),
      moderator_id: wholeIn(row, 'moderator_id'),
      user_id: wholeIn(row, 'user_id'),
      comment_id: wholeIn(row, 'comment_id'),
      workout_id: wholeIn(row, 'workout_id'),
      reason: textIn(row, 'reason'),
    }),
)

export const appeals = rowStep(
  {
    name: 'appeals',
    table: 'report_action_appeals',
    required: ['uuid', 'action_id', 'user_id', 'created_at', 'text'],
    optional: ['moderator_id', 'updated_at', 'approved', 'reason'],
  },
  (row) =>
    into('appeals', {
      id: idIn(row, 'id'),
      short_id: shortIdIn(row),
      action_id: idIn(row, 'action_id'),
      user_id: idIn(row, 'user_id'),
      moderator_id: wholeIn(row, 'moderator_id'),
      created_at: instantIn(row, 'created_at'),
      updated_at: truncatedIn(row, 'updated_at'),
      is_approved: typeof row.approved === 'boolean' ? flagIn(row, 'approved') : null,
      text: textIn(row, 'text') ?? '',
      reason: textIn(row, 'reason'),
    }),
)

/** Returns a value that must be one of `words`. @throws SkippedRowError */
export function knownWord<Word extends string>(
  row: SourceRow,
  column: string,
  words: readonly Word[],
): Word {
  const word = wordIn(row, column, words)
  if (word === undefined)
    throw new SkippedRowError('left out', `${column} ${row[column]} is unknown here`)
  return word
}
