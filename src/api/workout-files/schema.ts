import { t } from 'elysia'

export const workoutParams = t.Object({ workout_short_id: t.String() })
