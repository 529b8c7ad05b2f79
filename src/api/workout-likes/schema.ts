import { t } from 'elysia'

export const workoutParams = t.Object({ workout_short_id: t.String() })

export const likesQuery = t.Object({ page: t.Optional(t.String()) })
