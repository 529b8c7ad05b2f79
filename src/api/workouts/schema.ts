import { t } from 'elysia'

export const workoutParams = t.Object({ workout_short_id: t.String() })

export const workoutListQuery = t.Object({
  page: t.Optional(t.String()),
  /** 5 by default, 100 at most. */
  per_page: t.Optional(t.String()),
  /** `true` fills `equipments`. */
  return_equipments: t.Optional(t.String()),
})
