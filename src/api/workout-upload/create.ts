import { rebuildRecords } from '@/api/records/upkeep'
import { defaultTitle, firstText } from '@/api/workouts/texts'
import type { AppContext } from '@/context'
import { attachEquipments, type EquipmentView } from '@/db/queries/equipments'
import { insertSegments } from '@/db/queries/segments'
import type { SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import { insertWorkout, type NewWorkout, type WorkoutRow } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { effectiveLevels } from '@/policy/visibility'
import type { MeasuredTrack } from '@/workers/track-task'
import { metricColumns } from './columns'
import type { UploadData } from './schema'

const MICROSECONDS_PER_MILLISECOND = 1000

/** Everything that makes a workout of a measured recording. */
export interface NewRecording {
  user: UserRow
  sport: SportRow
  data: UploadData
  equipments: EquipmentView[]
  track: MeasuredTrack
  /** Where the original is (to be) kept below the uploads folder. */
  originalFile: string
}

/** Milliseconds since the Unix epoch at which a recording begins. */
export const startOf = (track: { startedAt: number }): number =>
  Math.floor(track.startedAt / MICROSECONDS_PER_MILLISECOND)

/** Stores a recording with its segments, and brings records and equipment totals up to date. */
export async function createRecordedWorkout(
  tx: InTransaction<AppContext>,
  recording: NewRecording,
): Promise<WorkoutRow> {
  const workout = await insertWorkout(tx.db, workoutColumns(tx, recording))
  await insertSegments(
    tx.db,
    workout.user_id,
    recording.track.segments.map((segment, index) => ({
      row: {
        short_id: tx.ids.shortId(),
        workout_id: workout.id,
        position: index + 1,
        started_at: startOf(segment),
        point_count: segment.pointCount,
        ...metricColumns(segment.metrics),
      },
      points: segment.points,
      pieces: segment.pieces,
    })),
  )
  await attachEquipments(
    tx.db,
    workout,
    recording.equipments.map(({ id }) => id),
  )
  await rebuildRecords(tx, { userId: workout.user_id, sportId: workout.sport_id })
  return workout
}

function workoutColumns(ctx: AppContext, recording: NewRecording): NewWorkout {
  const { user, sport, data, track } = recording
  const startedAt = startOf(track)
  const now = ctx.clock.now()
  const [minLat, minLon, maxLat, maxLon] = track.bounds ?? []
  return {
    ...metricColumns(track.metrics),
    ...requestedLevels(user, data),
    short_id: ctx.ids.shortId(),
    user_id: user.id,
    sport_id: sport.id,
    title: firstText(
      'title',
      data.title,
      track.name,
      defaultTitle(sport, startedAt, user.timezone),
    ),
    description: firstText('description', data.description, track.description),
    notes: firstText('notes', data.notes),
    workout_date: startedAt,
    creation_date: now,
    modification_date: now,
    calories: track.calories,
    source: track.source?.slice(0, 100) ?? null,
    original_file: recording.originalFile,
    min_lat: minLat ?? null,
    min_lon: minLon ?? null,
    max_lat: maxLat ?? null,
    max_lon: maxLon ?? null,
    start_lat: track.start?.lat ?? null,
    start_lon: track.start?.lon ?? null,
  }
}

const requestedLevels = (user: UserRow, data: UploadData) =>
  effectiveLevels({
    workout_visibility: data.workout_visibility ?? user.workouts_visibility,
    analysis_visibility: data.analysis_visibility ?? user.analysis_visibility,
    map_visibility: data.map_visibility ?? user.map_visibility,
  })
