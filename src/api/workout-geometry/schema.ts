import { t } from 'elysia'

export const workoutParams = t.Object({ workout_short_id: t.String() })

export const segmentParams = t.Object({
  workout_short_id: t.String(),
  segment_short_id: t.String(),
})

export const removedSegmentParams = t.Object({
  workout_short_id: t.String(),
  segment_id: t.Integer(),
})
