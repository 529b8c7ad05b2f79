import { type Role, roleAtLeast } from '@/caller'
import type { NotificationFilter } from '@/db/queries/notifications'
import { REPORT_NOTIFICATIONS } from '@/policy/notification'
import type { Follow } from './emissions'

/** What makes notifications void, with the facts it takes to find them. */
export interface Withdrawals {
  follow_request_rejected: Follow
  /** Also by a block. */
  follow_removed: Follow
  workout_unliked: { userId: number; workoutId: number }
  comment_unliked: { userId: number; commentId: number }
  mentions_removed: { commentId: number; userIds: readonly number[] }
  role_changed: { userId: number; role: Role }
  export_deleted: { taskId: number }
  upload_deleted: { taskId: number }
}

/** Which notifications each cause makes void. */
export const WITHDRAWALS: {
  [Cause in keyof Withdrawals]: (facts: Withdrawals[Cause]) => NotificationFilter[]
} = {
  follow_request_rejected: ({ followerId, followedId }) => [
    { types: ['follow_request'], from: followerId, to: [followedId] },
  ],
  follow_removed: ({ followerId, followedId }) => [
    { types: ['follow', 'follow_request'], from: followerId, to: [followedId] },
    { types: ['follow_request_approved'], from: followedId, to: [followerId] },
  ],
  workout_unliked: ({ userId, workoutId }) => [
    { types: ['workout_like'], from: userId, object: { workout_id: workoutId } },
  ],
  comment_unliked: ({ userId, commentId }) => [
    { types: ['comment_like'], from: userId, object: { comment_id: commentId } },
  ],
  mentions_removed: ({ commentId, userIds }) => [
    { types: ['mention'], to: userIds, object: { comment_id: commentId } },
  ],
  role_changed: ({ userId, role }) => [
    ...(roleAtLeast(role, 'moderator') ? [] : [{ types: REPORT_NOTIFICATIONS, to: [userId] }]),
    ...(roleAtLeast(role, 'admin') ? [] : [{ types: ['account_creation'] as const, to: [userId] }]),
  ],
  export_deleted: ({ taskId }) => [{ types: ['user_data_export'], object: { task_id: taskId } }],
  upload_deleted: ({ taskId }) => [
    { types: ['workouts_archive_upload'], object: { task_id: taskId } },
  ],
}
