import type { Db } from '@/store/db/connections/open'
import { listActiveUserIds } from '@/store/db/queries/accounts/users'
import type { CommentRow } from '@/store/db/queries/social/comments'
import { listNotified, type NotificationObject } from '@/store/db/queries/social/notifications'
import { loadRelationships } from '@/store/db/queries/social/relationships'
import type { NotificationType } from '@/store/db/schema/columns'

/** One user follows another. */
export interface Follow {
  followerId: number
  followedId: number
}

interface EditedComment {
  comment: CommentRow
  /** Users whom the text mentions and did not mention before. */
  mentionedIds: readonly number[]
}

interface WrittenComment extends EditedComment {
  workoutOwnerId: number
}

interface Sanction {
  moderatorId: number
  userId: number
  reportActionId: number
}

interface Appeal {
  userId: number
  reportId: number
  /** The action that is appealed. */
  reportActionId: number
}

interface SegmentBest {
  userId: number
  workoutId: number
}

/** A user whose effort on a segment has become faster than that of the former leader. */
interface SegmentLead {
  userId: number
  formerLeaderId: number
  workoutId: number
  segmentId: number
}

interface Task {
  userId: number
  taskId: number
}

/** Events that use cases report, with the facts needed to notify users. */
export interface Events {
  account_created: { userId: number }
  follow_requested: Follow
  /** A follow that needs no approval. */
  followed: Follow
  follow_request_accepted: Follow
  workout_liked: { userId: number; workout: { id: number; user_id: number } }
  comment_written: WrittenComment
  comment_edited: EditedComment
  comment_liked: { userId: number; comment: Pick<CommentRow, 'id' | 'user_id'> }
  reported: { userId: number; reportId: number }
  suspension_appealed: Appeal
  warning_appealed: Appeal
  user_warned: Sanction
  user_warning_lifted: Sanction
  comment_suspended: Sanction
  comment_unsuspended: Sanction
  workout_suspended: Sanction
  workout_unsuspended: Sanction
  segment_best_improved: SegmentBest
  segment_lead_taken: SegmentLead
  data_exported: Task
  archive_uploaded: Task
}

/** A notification that an event creates. */
export interface Notification<Facts> {
  type: NotificationType
  /** The sender: the user who caused the event. */
  from: (facts: Facts) => number
  /** The recipients. The sender is excluded later, except for notifications of their own tasks. */
  to: (facts: Facts, db: Db) => readonly number[] | Promise<readonly number[]>
  about?: (facts: Facts) => NotificationObject
  /** The type of an earlier notification from the same sender, which is changed to this one. */
  replaces?: NotificationType
}

const STAFF = ['moderator', 'admin', 'owner'] as const

const staff = (_: unknown, db: Db) => listActiveUserIds(db, STAFF)

const follow = {
  from: ({ followerId }: Follow) => followerId,
  to: ({ followedId }: Follow) => [followedId],
}

const mention: Notification<EditedComment> = {
  type: 'mention',
  from: ({ comment }) => comment.user_id,
  to: mentionedAndNotYetNotified,
  about: ({ comment }) => ({ comment_id: comment.id }),
}

const appeal = {
  from: ({ userId }: Appeal) => userId,
  to: staff,
  about: ({ reportId, reportActionId }: Appeal) => ({
    report_id: reportId,
    report_action_id: reportActionId,
  }),
}

const sanction = {
  from: ({ moderatorId }: Sanction) => moderatorId,
  to: ({ userId }: Sanction) => [userId],
  about: ({ reportActionId }: Sanction) => ({ report_action_id: reportActionId }),
}

const task = {
  from: ({ userId }: Task) => userId,
  to: ({ userId }: Task) => [userId],
  about: ({ taskId }: Task) => ({ task_id: taskId }),
}

/** The notifications that each event creates. The suspension of an account is announced only by mail. */
export const NOTIFICATIONS: { [Event in keyof Events]: readonly Notification<Events[Event]>[] } = {
  account_created: [
    {
      type: 'account_creation',
      from: ({ userId }) => userId,
      to: (_, db) => listActiveUserIds(db, ['admin']),
    },
  ],
  follow_requested: [{ type: 'follow_request', ...follow }],
  followed: [{ type: 'follow', ...follow }],
  follow_request_accepted: [
    { type: 'follow', ...follow, replaces: 'follow_request' },
    {
      type: 'follow_request_approved',
      from: ({ followedId }) => followedId,
      to: ({ followerId }) => [followerId],
    },
  ],
  workout_liked: [
    {
      type: 'workout_like',
      from: ({ userId }) => userId,
      to: ({ workout }) => [workout.user_id],
      about: ({ workout }) => ({ workout_id: workout.id }),
    },
  ],
  comment_written: [
    {
      type: 'workout_comment',
      from: ({ comment }) => comment.user_id,
      to: ownerWhoMayRead,
      about: ({ comment }) => ({ comment_id: comment.id, workout_id: comment.workout_id }),
    },
    mention,
  ],
  comment_edited: [mention],
  comment_liked: [
    {
      type: 'comment_like',
      from: ({ userId }) => userId,
      to: ({ comment }) => [comment.user_id],
      about: ({ comment }) => ({ comment_id: comment.id }),
    },
  ],
  reported: [
    {
      type: 'report',
      from: ({ userId }) => userId,
      to: staff,
      about: ({ reportId }) => ({ report_id: reportId }),
    },
  ],
  suspension_appealed: [{ type: 'suspension_appeal', ...appeal }],
  warning_appealed: [{ type: 'user_warning_appeal', ...appeal }],
  user_warned: [{ type: 'user_warning', ...sanction }],
  user_warning_lifted: [{ type: 'user_warning_lifting', ...sanction }],
  comment_suspended: [{ type: 'comment_suspension', ...sanction }],
  comment_unsuspended: [{ type: 'comment_unsuspension', ...sanction }],
  workout_suspended: [{ type: 'workout_suspension', ...sanction }],
  workout_unsuspended: [{ type: 'workout_unsuspension', ...sanction }],
  segment_best_improved: [
    {
      type: 'segment_best',
      from: ({ userId }) => userId,
      to: ({ userId }) => [userId],
      about: ({ workoutId }) => ({ workout_id: workoutId }),
    },
  ],
  segment_lead_taken: [
    {
      type: 'segment_lead_lost',
      from: ({ userId }) => userId,
      to: ({ formerLeaderId }) => [formerLeaderId],
      about: ({ workoutId, segmentId }) => ({ workout_id: workoutId, segment_id: segmentId }),
    },
  ],
  data_exported: [{ type: 'user_data_export', ...task }],
  archive_uploaded: [{ type: 'workouts_archive_upload', ...task }],
}

/**
 * The owner of a workout is notified of public comments, of followers-only comments when following the author, and
 * never of private ones.
 */
async function ownerWhoMayRead({ comment, workoutOwnerId }: WrittenComment, db: Db) {
  if (comment.text_visibility === 'private') return []
  if (comment.text_visibility === 'public') return [workoutOwnerId]
  const { followed } = await loadRelationships(db, workoutOwnerId, [comment.user_id])
  return followed.has(comment.user_id) ? [workoutOwnerId] : []
}

/** Excludes users who have been notified of the comment itself. */
async function mentionedAndNotYetNotified({ comment, mentionedIds }: EditedComment, db: Db) {
  const notified = await listNotified(db, { type: 'workout_comment', comment_id: comment.id })
  return mentionedIds.filter((id) => !notified.has(id))
}
