import { sanitizeText } from '@/domain/text/rich-text'
import { COMMENT_NOT_SAVED, invalidPayload, withErrorMessage } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { MAX_TEXT_LENGTH } from '@/policy/text-limits'
import type { AppContext } from '@/services/context'
import { notify } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { insertComment } from '@/store/db/queries/social/comments'
import { VISIBILITIES, type Visibility } from '@/store/db/schema/columns'
import { loadCommentView } from '@/use-cases/views/comment'
import { requireDiscussedWorkout } from './read-comments'
import { syncMentions } from './sync-mentions'

/**
 * Adds a comment to a workout.
 *
 * @throws 404 when the caller may not see the workout, then 400 when the body is invalid.
 */
export function createComment(
  ctx: AppContext,
  caller: Caller,
  workoutShortId: string,
  body: unknown,
) {
  const text = readText(body)
  const visibility = readVisibility(body)
  return withErrorMessage(COMMENT_NOT_SAVED, () =>
    transact(ctx, async (tx) => {
      const workout = await requireDiscussedWorkout(tx, caller, workoutShortId)
      if (text === undefined || visibility === undefined) throw invalidPayload()
      const comment = await insertComment(tx.db, {
        short_id: tx.ids.shortId(),
        user_id: caller.userId,
        workout_id: workout.id,
        text,
        text_visibility: visibility,
        created_at: tx.clock.now(),
      })
      const mentionedIds = await syncMentions(tx, comment)
      const workoutOwnerId = workout.user_id
      await notify(tx, 'comment_written', { comment, workoutOwnerId, mentionedIds })
      return loadCommentView(tx, caller, comment)
    }),
  )
}

/** Returns the sanitised text of a comment; undefined when it is missing or too long. */
export function readText(body: unknown): string | undefined {
  const { text } = fieldsOf(body)
  if (typeof text !== 'string' || text === '' || text.length > MAX_TEXT_LENGTH) return undefined
  return sanitizeText(text)
}

/** Returns the visibility of a comment; undefined when it is missing or unknown. */
function readVisibility(body: unknown): Visibility | undefined {
  const { text_visibility: wanted } = fieldsOf(body)
  return VISIBILITIES.find((level) => level === wanted)
}

const fieldsOf = (body: unknown): { text?: unknown; text_visibility?: unknown } =>
  typeof body === 'object' && body !== null ? body : {}
