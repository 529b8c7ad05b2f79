import { type Static, Type } from '@sinclair/typebox'
import type { SegmentRow } from '@/db/queries/segments'
import type { WorkoutSight } from '@/policy/workout'
import { duration, type Wire } from './dialect'
import { metrics, presentMetrics } from './metrics'
import { count, nullable, shortId } from './scalars'

export const segment = Type.Object(
  {
    ...metrics.properties,
    pauses: nullable(duration('Standing still.')),
    segment_id: shortId('The segment, within its workout.'),
    segment_number: count('Position in the workout, from 0.'),
    workout_id: shortId('The workout.'),
  },
  { $id: 'Segment', description: 'A part of a recorded workout between two stops of the device.' },
)
export type Segment = Static<typeof segment>

/** A segment; only for callers who may see the analysis. */
export const presentSegment = (
  segment: SegmentRow,
  { workoutId, sight, wire }: { workoutId: string; sight: WorkoutSight; wire: Wire },
): Segment => ({
  ...presentMetrics(segment, sight, wire),
  pauses: segment.pauses ? wire.duration(segment.pauses) : null,
  segment_id: segment.short_id,
  segment_number: segment.position,
  workout_id: workoutId,
})
