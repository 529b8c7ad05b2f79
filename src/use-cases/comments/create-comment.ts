import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { VISIBILITIES, type Visibility } from '@/db/columns'
import { insertComment } from '@/db/queries/comments'
import { transact } from '@/db/transact'
import { COMMENT_NOT_SAVED, invalidPayload, withFailureText } from '@/errors'
import { sanitizeText } from '@/lib/rich-text'
import { notify } from '@/notify/notify'
import { LONGEST_TEXT } from '@/policy/texts'
import { loadCommentView } from '@/views/comment'
import { requireDiscussedWorkout } from './read-comments'
import { syncMentions } from './sync-mentions'

/** Comments on a workout. @throws 404 for a workout the caller may not see, then 400 for a bad body. */
export function createComment(
  ctx: AppContext,
  caller: Caller,
  workoutShortId: string,
  body: unknown,
) {
  const text = readText(body)
  const visibility = readVisibility(body)
  return withFailureText(COMMENT_NOT_SAVED, () =>
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

/** The sanitised text of a comment; undefined when the body has none, or one that is too long. */
export function readText(body: unknown): string | undefined {
  const { text } = fieldsOf(body)
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_TEXT) return undefined
  return sanitizeText(text)
}

/** Who may see a comment, or undefined when a body does not say so. */
function readVisibility(body: unknown): Visibility | undefined {
  const { text_visibility: wanted } = fieldsOf(body)
  return VISIBILITIES.find((level) => level === wanted)
}

const fieldsOf = (body: unknown): { text?: unknown; text_visibility?: unknown } =>
  typeof body === 'object' && body !== null ? body : {}
