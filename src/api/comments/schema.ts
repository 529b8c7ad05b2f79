import { t } from 'elysia'

export const commentParams = t.Object({ comment_short_id: t.String() })
export const workoutParams = t.Object({ workout_short_id: t.String() })

export const likesQuery = t.Object({ page: t.Optional(t.String()) })

/** Judged by the service, after it is clear that the workout may be seen. */
export const newComment = t.Unknown({
  description: '`text` and `text_visibility`: `public`, `followers_only` or `private`.',
})

/** Judged by the service, after it is clear that the comment is the caller's. */
export const commentEdit = t.Unknown({ description: '`text`; the visibility stays as it is.' })
