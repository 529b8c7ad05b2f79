import { type Static, Type } from '@sinclair/typebox'
import { POOL_UNITS } from '@/domain/reference/swimming'
import { THUMBNAIL_KINDS, type Thumbnail } from '@/domain/reference/thumbnail'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import { canSeePhotos, photoLevel, type WorkoutPermissions } from '@/policy/workout'
import { compactUser, presentCompactUser } from '@/server/responses/accounts/compact-user'
import {
  presentEquipment,
  presentEquipmentForOthers,
  workoutEquipment,
} from '@/server/responses/accounts/equipment'
import type { DialectFormat } from '@/server/responses/dialect'
import {
  count,
  flag,
  nullable,
  numericId,
  oneOf,
  shortId,
  text,
  timestamp,
  visibility,
} from '@/server/responses/fields'
import { metrics, presentMetrics } from '@/server/responses/metrics'
import { type PhotoView, photo, presentPhotos } from '@/server/responses/photo'
import { type ActionView, presentAction, reportAction } from '@/server/responses/sanction'
import type { EquipmentView } from '@/store/db/queries/catalogue/equipments'
import type { RecordRow } from '@/store/db/queries/records/records'
import type { CompactUserRow } from '@/store/db/queries/social/compact-users'
import type { ListedWorkout, WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { multisport, presentMultisport } from './multisport'
import { presentRecords, record } from './record'

/** A workout in a list, with the caller's permissions. */
export interface WorkoutListView {
  workout: ListedWorkout
  owner: CompactUserRow
  /** Only those that the caller's view of the sport shows. */
  records: RecordRow[]
  /** Only those that the caller may see; empty when the request did not include equipment. */
  equipments: EquipmentView[]
  permissions: WorkoutPermissions
  /** Only if the caller may see what it shows. */
  thumbnail: Thumbnail | undefined
  /** Those that the caller may see, in order. */
  photos: readonly PhotoView[]
  /** For a suspended workout, if the caller may see the suspension. */
  suspension: ActionView | undefined
}

/** Corners of the bounding box of a line; null without a line. */
export type Bounded = Pick<WorkoutRow, 'min_lat' | 'min_lon' | 'max_lat' | 'max_lon'>

export const thumbnail = Type.Object(
  {
    kind: oneOf(THUMBNAIL_KINDS, 'The route, or without a route what is drawn over time.'),
    path: text('Data of an SVG path of about 30 points in an area of 112 × 80 units.'),
  },
  { description: 'A small line drawing, if the caller may see the map or the charts.' },
)

/** Fields that lists and details share. */
export const workoutSummary = Type.Object({
  ...metrics.properties,
  analysis_visibility: visibility('Who can see the charts; `private` if the caller cannot.'),
  calories: nullable(count('kcal.')),
  equipments: Type.Array(workoutEquipment, { description: 'Equipment that the caller may see.' }),
  id: shortId('The workout.'),
  map: nullable(text('Id of the map image at `/api/workouts/map/{map_id}`; null without map.')),
  map_visibility: visibility('Who can see the map; `private` if the caller cannot.'),
  media_attachments: Type.Array(photo, {
    description: 'Its photos that the caller may see, in order.',
  }),
  media_visibility: visibility('Who can see the photos; `private` if the caller cannot.'),
  multisport: Type.Optional(multisport),
  pool_unit: Type.Optional(oneOf(POOL_UNITS, 'The unit in which the pool of a swim was built.')),
  records: Type.Array(record, { description: 'Personal records set by this workout.' }),
  source: nullable(text('Device or program that recorded it.')),
  sport_id: numericId('The sport.'),
  suspended: flag('Whether moderators suspended it.'),
  suspended_at: Type.Optional(nullable(timestamp('Only for the owner and moderators.'))),
  suspension: Type.Optional(reportAction),
  thumbnail: Type.Optional(thumbnail),
  title: nullable(text('Title.')),
  user: compactUser,
  with_analysis: flag('Whether there are charts that the caller may see.'),
  with_file: flag('Whether there is a recording whose map the caller may see.'),
  workout_date: timestamp('When it began.'),
  workout_visibility: visibility('Who can see it.'),
})

export function presentWorkoutSummary(
  {
    workout,
    owner,
    records,
    equipments,
    permissions,
    suspension,
    thumbnail: drawing,
    photos,
  }: WorkoutListView,
  dialect: DialectFormat,
): Static<typeof workoutSummary> {
  const withFile = workout.original_file !== null
  const summary: Static<typeof workoutSummary> = {
    ...presentMetrics(workout, permissions, dialect),
    analysis_visibility: permissions.analysis ? permissions.levels.analysis_visibility : 'private',
    calories: permissions.calories ? workout.calories : null,
    equipments: equipments.map(
      permissions.relation.isOwner ? presentEquipment : presentEquipmentForOthers,
    ),
    id: workout.short_id,
    map: permissions.map ? workout.map_id : null,
    map_visibility: permissions.map ? permissions.levels.map_visibility : 'private',
    media_attachments: presentPhotos(photos),
    media_visibility: canSeePhotos(workout, permissions.relation) ? photoLevel(workout) : 'private',
    ...presentMultisport(workout),
    ...(workout.pool_unit !== null && { pool_unit: workout.pool_unit }),
    records: presentRecords(records, dialect),
    source: workout.source,
    sport_id: workout.sport_id,
    suspended: workout.suspended_at !== null,
    ...(drawing && { thumbnail: drawing }),
    title: workout.title,
    user: presentCompactUser(owner),
    with_analysis: withFile && permissions.analysis,
    with_file: withFile && permissions.map,
    workout_date: formatHttpDate(workout.workout_date),
    workout_visibility: workout.workout_visibility,
  }
  if (permissions.suspension) summary.suspended_at = formatHttpDateOrNull(workout.suspended_at)
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
