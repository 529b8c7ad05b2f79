import { type Static, Type } from '@sinclair/typebox'
import type { WorkoutPermissions } from '@/policy/workout'
import { type DialectFormat, duration } from '@/server/responses/dialect'
import { count, nullable, shortId } from '@/server/responses/fields'
import { metrics, presentMetrics } from '@/server/responses/metrics'
import type { SegmentRow } from '@/store/db/queries/workouts/segments'

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
  {
    workoutId,
    permissions,
    dialect,
  }: { workoutId: string; permissions: WorkoutPermissions; dialect: DialectFormat },
): Segment => ({
  ...presentMetrics(segment, permissions, dialect),
  pauses: segment.pauses ? dialect.duration(segment.pauses) : null,
  segment_id: segment.short_id,
  segment_number: segment.position,
  workout_id: workoutId,
})
