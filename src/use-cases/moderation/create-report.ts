import {
  badRequest,
  COMMENT_NOT_SAVED,
  unknownWorkout,
  userNotFound,
  withErrorMessage,
} from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { MODERATOR_ROLES } from '@/policy/moderation'
import type { AppContext } from '@/services/context'
import { reportReceived } from '@/services/mail/messages/moderation'
import { notify } from '@/services/notifications/notify'
import { queueEvent } from '@/services/webhooks/queue'
import { transact } from '@/store/db/connections/transact'
import { findUserByName, getUserById, listActiveUserIds } from '@/store/db/queries/accounts/users'
import { hasOpenReport, insertReport, type ReportedObject } from '@/store/db/queries/social/reports'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import type { ReportedType } from '@/store/db/schema/columns'
import { requireVisibleComment } from '@/use-cases/views/comment'
import { getAccess } from '@/use-cases/views/workout'
import { mailModerators } from './mail-moderators'

export interface NewReport {
  note: string
  /** Short id of a comment or workout, or username. */
  object_id: string
  object_type: ReportedType
}

type Deps = Pick<AppContext, 'db'>

interface ReportTarget extends ReportedObject {
  isSuspended: boolean
}

/**
 * Reports a user, comment or workout to the moderators.
 *
 * @throws 404 when the caller may not see it; 400 when it is suspended, reported already or belongs to the caller.
 */
export function createReport(ctx: AppContext, caller: Caller, input: NewReport): Promise<void> {
  return withErrorMessage(COMMENT_NOT_SAVED, () =>
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
      const staff = await listActiveUserIds(tx.db, MODERATOR_ROLES)
      await queueEvent(tx, staff, 'report.created', () => ({
        report: { id: report.id, object_type: object.type },
      }))
      await notify(tx, 'reported', { userId: caller.userId, reportId: report.id })
      const { username: about } = await getUserById(tx.db, object.userId)
      const message = reportReceived({ ...report, reporter: caller.username, about })
      await mailModerators(tx, { causedBy: caller.userId, message })
    }),
  )
}

const OWN: Record<ReportedType, string> = {
  comment: 'comment',
  user: 'profile',
  workout: 'workout',
}

type Finder = (ctx: Deps, caller: Caller, id: string) => Promise<ReportTarget>

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
    if (!workout || (await getAccess(ctx, caller, workout)) === 'nothing') throw unknownWorkout()
    return {
      type: 'workout',
      userId: workout.user_id,
      commentId: null,
      workoutId: workout.id,
      isSuspended: workout.suspended_at !== null,
    }
  },
}
