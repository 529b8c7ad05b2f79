import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { ReportedType } from '@/db/columns'
import { hasOpenReport, insertReport, type ReportedObject } from '@/db/queries/reports'
import { findUserByName } from '@/db/queries/users'
import { findWorkout } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import {
  badRequest,
  COMMENT_NOT_SAVED,
  unknownWorkout,
  userNotFound,
  withFailureText,
} from '@/errors'
import { notify } from '@/notify/notify'
import { requireVisibleComment } from '@/use-cases/comments/read-comments'
import { howSeen } from '@/use-cases/workouts/read-workout'

export interface NewReport {
  note: string
  /** Short id of a comment or workout, or a username. */
  object_id: string
  object_type: ReportedType
}

type Reader = Pick<AppContext, 'db'>

interface ReportTarget extends ReportedObject {
  isSuspended: boolean
}

/**
 * Reports a user, comment or workout to the moderators.
 *
 * @throws 404 for what the caller may not see; 400 for what is suspended, reported already or the caller's own.
 */
export function createReport(ctx: AppContext, caller: Caller, input: NewReport): Promise<void> {
  return withFailureText(COMMENT_NOT_SAVED, () =>
    transact(ctx, async (tx) => {
      const { isSuspended, ...object } = await FINDERS[input.object_type](
        tx,
        caller,
        input.object_id,
      )
      if (isSuspended) throw badRequest(`${object.type} already suspended`)
      if (await hasOpenReport(tx.db, caller.userId, object))
        throw badRequest('a report already exists')
      if (object.userId === caller.userId)
        throw badRequest(`users can not report their own ${OWN[object.type]}`)
      const report = await insertReport(tx.db, {
        created_at: tx.clock.now(),
        object_type: object.type,
        note: input.note,
        reported_by: caller.userId,
        reported_user_id: object.userId,
        reported_comment_id: object.commentId,
        reported_workout_id: object.workoutId,
      })
      await notify(tx, 'reported', { userId: caller.userId, reportId: report.id })
    }),
  )
}

const OWN: Record<ReportedType, string> = {
  comment: 'comment',
  user: 'profile',
  workout: 'workout',
}

type Finder = (ctx: Reader, caller: Caller, id: string) => Promise<ReportTarget>

const FINDERS: Record<ReportedType, Finder> = {
  comment: async (ctx, caller, shortId) => {
    const comment = await requireVisibleComment(ctx, caller, { shortId })
    return {
      type: 'comment',
      userId: comment.user_id,
      commentId: comment.id,
      workoutId: null,
      isSuspended: comment.suspended_at !== null,
    }
  },
  user: async ({ db }, _, username) => {
    const user = await findUserByName(db, username)
    if (user?.is_active !== 1) throw userNotFound()
    return {
      type: 'user',
      userId: user.id,
      commentId: null,
      workoutId: null,
      isSuspended: user.suspended_at !== null,
    }
  },
  workout: async (ctx, caller, shortId) => {
    const workout = await findWorkout(ctx.db, shortId)
    if (!workout || (await howSeen(ctx, caller, workout)) === 'nothing') throw unknownWorkout()
    return {
      type: 'workout',
      userId: workout.user_id,
      commentId: null,
      workoutId: workout.id,
      isSuspended: workout.suspended_at !== null,
    }
  },
}
