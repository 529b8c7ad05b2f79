import { t } from 'elysia'

export const sportParams = t.Object({ sport_id: t.Integer() })

export const sportQuery = t.Object({
  /** `true` adds `has_workouts`, for administrators. */
  check_workouts: t.Optional(t.String()),
})

export const sportChanges = t.Object({
  /** Whether users may choose the sport. */
  is_active: t.Boolean(),
})
