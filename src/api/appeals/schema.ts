import { t } from 'elysia'

export const sanctionParams = t.Object({ action_short_id: t.String() })
export const commentParams = t.Object({ comment_short_id: t.String() })
export const workoutParams = t.Object({ workout_short_id: t.String() })
export const appealParams = t.Object({ appeal_short_id: t.String() })

/** Judged by the service, after it is clear that there is something to appeal against. */
export const newAppeal = t.Unknown({ description: '`text`: why the decision is wrong.' })

export const appealDecision = t.Object({
  approved: t.Boolean(),
  reason: t.String({ minLength: 1 }),
})
