import type { AppContext } from '@/context'
import type { Visibility } from '@/db/columns'
import type { EquipmentView } from '@/db/queries/equipments'
import type { SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { effectiveLevels } from '@/policy/visibility'
import { recordedColumns, startOf } from '@/use-cases/workouts/recorded-columns'
import { defaultTitle, firstText } from '@/use-cases/workouts/workout-texts'
import { addWorkout } from '@/use-cases/workouts/write-workout'
import type { WeatherColumns } from '@/weather/weather'
import type { MeasuredTrack } from '@/workers/track-job'
import type { StoredFiles } from './store-files'

/** What an upload says about the workouts it makes. */
export interface UploadData {
  sport_id: number | string
  title?: string | null
  description?: string | null
  notes?: string | null
  /** Short identifiers; absent: the user's defaults for the sport. */
  equipment_ids?: unknown
  workout_visibility?: Visibility | null
  analysis_visibility?: Visibility | null
  map_visibility?: Visibility | null
}

/** Everything that makes a workout of a measured recording. */
export interface NewRecording {
  user: UserRow
  sport: SportRow
  data: UploadData
  equipments: EquipmentView[]
  track: MeasuredTrack
  /** Where its files are kept below the uploads folder. */
  files: StoredFiles
  weather: WeatherColumns
}

/** Stores a recording as a workout. */
export const createRecordedWorkout = (
  tx: InTransaction<AppContext>,
  recording: NewRecording,
): Promise<WorkoutRow> =>
  addWorkout(tx, {
    columns: workoutColumns(tx, recording),
    equipments: recording.equipments,
    track: recording.track,
  })

function workoutColumns(ctx: AppContext, recording: NewRecording) {
  const { user, sport, data, track, files } = recording
  const startedAt = startOf(track)
  const now = ctx.clock.now()
  return {
    ...recordedColumns(track),
    ...requestedLevels(user, data),
    ...recording.weather,
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
    original_file: files.original,
    map_file: files.map,
    map_id: files.map === null ? null : (track.mapImage?.id ?? null),
  }
}

const requestedLevels = (user: UserRow, data: UploadData) =>
  effectiveLevels({
    workout_visibility: data.workout_visibility ?? user.workouts_visibility,
    analysis_visibility: data.analysis_visibility ?? user.analysis_visibility,
    map_visibility: data.map_visibility ?? user.map_visibility,
  })
