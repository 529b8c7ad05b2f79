import type { SegmentRow } from '@/db/queries/segments'
import type { WorkoutSight } from '@/policy/workout'
import type { Wire } from './dialect'
import { presentMetrics } from './metrics'

/** The Segment object of the API; only for callers who may see the analysis. */
export const presentSegment = (
  segment: SegmentRow,
  { workoutId, sight, wire }: { workoutId: string; sight: WorkoutSight; wire: Wire },
) => ({
  ...presentMetrics(segment, sight, wire),
  pauses: segment.pauses ? wire.duration(segment.pauses) : null,
  segment_id: segment.short_id,
  segment_number: segment.position,
  workout_id: workoutId,
})
