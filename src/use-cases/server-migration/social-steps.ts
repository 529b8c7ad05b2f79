import { flagIn, idIn, instantIn, levelIn, shortIdIn, textIn, truncatedIn } from './read-row'
import { into, rowStep } from './step'

export const follows = rowStep(
  {
    name: 'follows',
    table: 'follow_requests',
    key: ['follower_user_id', 'followed_user_id'],
    required: ['is_approved', 'created_at', 'updated_at'],
  },
  (row) => {
    const decidedAt = truncatedIn(row, 'updated_at')
    const decision = flagIn(row, 'is_approved') === 1 ? 'approved' : 'rejected'
    return into('follows', {
      follower_id: idIn(row, 'follower_user_id'),
      followed_id: idIn(row, 'followed_user_id'),
      state: decidedAt === null ? 'pending' : decision,
      created_at: instantIn(row, 'created_at'),
      updated_at: decidedAt,
    })
  },
)

export const blocks = rowStep(
  {
    name: 'blocks',
    table: 'blocked_users',
    required: ['user_id', 'by_user_id', 'created_at'],
  },
  (row) =>
    into('blocks', {
      blocker_id: idIn(row, 'by_user_id'),
      blocked_id: idIn(row, 'user_id'),
      created_at: instantIn(row, 'created_at'),
    }),
)

export const workoutLikes = rowStep(
  {
    name: 'workout likes',
    table: 'workout_likes',
    required: ['user_id', 'workout_id', 'created_at'],
  },
  (row) =>
    into('workout_likes', {
      id: idIn(row, 'id'),
      workout_id: idIn(row, 'workout_id'),
      user_id: idIn(row, 'user_id'),
      created_at: instantIn(row, 'created_at'),
    }),
)

export const comments = rowStep(
  {
    name: 'comments',
    table: 'comments',
    required: ['uuid', 'user_id', 'workout_id', 'created_at', 'text', 'text_visibility'],
    optional: ['modification_date', 'suspended_at'],
  },
  (row) =>
    into('comments', {
      id: idIn(row, 'id'),
      short_id: shortIdIn(row),
      user_id: idIn(row, 'user_id'),
      workout_id: row.workout_id === null ? null : idIn(row, 'workout_id'),
      text: textIn(row, 'text') ?? '',
      text_visibility: levelIn(row, 'text_visibility'),
      created_at: instantIn(row, 'created_at'),
      modification_date: truncatedIn(row, 'modification_date'),
      suspended_at: truncatedIn(row, 'suspended_at'),
    }),
)

export const mentions = rowStep(
  {
    name: 'mentions',
    table: 'mentions',
    key: ['comment_id', 'user_id'],
    required: ['created_at'],
  },
  (row) =>
    into('mentions', {
      comment_id: idIn(row, 'comment_id'),
      user_id: idIn(row, 'user_id'),
      created_at: instantIn(row, 'created_at'),
    }),
)

export const commentLikes = rowStep(
  {
    name: 'comment likes',
    table: 'comment_likes',
    required: ['user_id', 'comment_id', 'created_at'],
  },
  (row) =>
    into('comment_likes', {
      id: idIn(row, 'id'),
      comment_id: idIn(row, 'comment_id'),
      user_id: idIn(row, 'user_id'),
      created_at: instantIn(row, 'created_at'),
    }),
)
