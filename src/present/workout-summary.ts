import { type Static, Type } from '@sinclair/typebox'
import type { CompactUserRow } from '@/db/queries/compact-users'
import type { EquipmentView } from '@/db/queries/equipments'
import type { RecordRow } from '@/db/queries/records'
import type { ListedWorkout, WorkoutRow } from '@/db/queries/workouts'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import type { WorkoutSight } from '@/policy/workout'
import { compactUser, presentCompactUser } from './compact-user'
import type { Wire } from './dialect'
import { presentEquipment, presentEquipmentForOthers, workoutEquipment } from './equipment'
import { metrics, presentMetrics } from './metrics'
import { presentRecords, record } from './record'
import { type ActionView, presentAction, reportAction } from './sanction'
import { count, flag, nullable, numericId, shortId, text, timestamp, visibility } from './scalars'

/** A workout as lists need it, with what the caller may see of it. */
export interface WorkoutListView {
  workout: ListedWorkout
  owner: CompactUserRow
  /** Only those the caller's view of the sport shows. */
  records: RecordRow[]
  /** Only those the caller may see; empty when the list was not asked for equipment. */
  equipments: EquipmentView[]
  sight: WorkoutSight
  /** Of a suspended workout, for those who may see it. */
  suspension: ActionView | undefined
}

/** Corners of the box around a line; null without one. */
export type Bounded = Pick<WorkoutRow, 'min_lat' | 'min_lon' | 'max_lat' | 'max_lon'>

/** What lists and details have in common. */
export const workoutSummary = Type.Object({
  ...metrics.properties,
  analysis_visibility: visibility('Who sees the charts; `private` when the caller does not.'),
  calories: nullable(count('kcal.')),
  equipments: Type.Array(workoutEquipment, { description: 'Those that the caller may see.' }),
  id: shortId('The workout.'),
  map: nullable(text('Id of the map image at `/api/workouts/map/{map_id}`; null without map.')),
  map_visibility: visibility('Who sees the map; `private` when the caller does not.'),
  records: Type.Array(record, { description: 'Personal records that this workout holds.' }),
  source: nullable(text('Device or program that recorded it.')),
  sport_id: numericId('The sport.'),
  suspended: flag('Whether moderators suspended it.'),
  suspended_at: Type.Optional(nullable(timestamp('Only for the owner and moderators.'))),
  suspension: Type.Optional(reportAction),
  title: nullable(text('Title.')),
  user: compactUser,
  with_analysis: flag('Whether there are charts that the caller may see.'),
  with_file: flag('Whether there is a recording whose map the caller may see.'),
  workout_date: timestamp('When it began.'),
  workout_visibility: visibility('Who sees it.'),
})

export function presentWorkoutSummary(
  { workout, owner, records, equipments, sight, suspension }: WorkoutListView,
  wire: Wire,
): Static<typeof workoutSummary> {
  const withFile = workout.original_file !== null
  const summary: Static<typeof workoutSummary> = {
    ...presentMetrics(workout, sight, wire),
    analysis_visibility: sight.analysis ? sight.levels.analysis_visibility : 'private',
    calories: sight.calories ? workout.calories : null,
    equipments: equipments.map(
      sight.relation.isOwner ? presentEquipment : presentEquipmentForOthers,
    ),
    id: workout.short_id,
    map: sight.map ? workout.map_id : null,
    map_visibility: sight.map ? sight.levels.map_visibility : 'private',
    records: presentRecords(records, wire),
    source: workout.source,
    sport_id: workout.sport_id,
    suspended: workout.suspended_at !== null,
    title: workout.title,
    user: presentCompactUser(owner),
    with_analysis: withFile && sight.analysis,
    with_file: withFile && sight.map,
    workout_date: httpDate(workout.workout_date),
    workout_visibility: workout.workout_visibility,
  }
  if (sight.suspension) summary.suspended_at = httpDateOrNull(workout.suspended_at)
  if (suspension) summary.suspension = presentAction(suspension)
  return summary
}

export const bounds = Type.Array(Type.Number(), {
  description: 'South, west, north, east in degrees; empty without positions.',
})

export function presentBounds({ min_lat, min_lon, max_lat, max_lon }: Bounded): number[] {
  if (min_lat === null || min_lon === null || max_lat === null || max_lon === null) return []
  return [min_lat, min_lon, max_lat, max_lon]
}
