import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import type { EquipmentView } from '@/db/queries/equipments'
import type { SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import { effectiveLevels } from '@/policy/visibility'
import { recordedColumns, startOf } from '@/use-cases/workouts/recorded-columns'
import { defaultTitle, firstText, givenNotes } from '@/use-cases/workouts/workout-fields'
import type { Addition } from '@/use-cases/workouts/write-workout'
import type { WeatherColumns } from '@/weather/weather'
import type { RecordingForm } from '@/workers/recording-form'
import type { MeasuredTrack, Urgency } from '@/workers/track-job'
import { storeOriginals } from './store-files'

/** A file that has arrived completely. */
export interface ArrivedFile {
  name: string
  path: string
}

/** A recording to be read that has arrived, or is to be unpacked to its path on the way. */
export interface RecordingFile extends ArrivedFile {
  form: RecordingForm
}

/** What is known of a recording before it is read; without a sport, it is the one that the recording names. */
export interface Wanted extends Omit<Import, 'sport' | 'equipments'> {
  sport?: SportRow | undefined
  /** Absent: what the data say, or the defaults of the sport. */
  equipments?: EquipmentView[]
  /** The sport of recordings that name none which is known. */
  fallback?: SportRow | undefined
}

/** One recording with everything that is known before it is stored. */
export interface Import {
  user: UserRow
  sport: SportRow
  data: UploadData
  equipments: EquipmentView[]
  file: RecordingFile
  /** Whether to ask for the weather; background tasks do not, so as not to flood the service. */
  withWeather?: boolean
  urgency?: Urgency | undefined
  /** Columns that are known besides, and win. */
  columns?: Partial<Addition['columns']>
  /** The same of its segments; of no use unless there are as many. */
  segments?: NonNullable<Addition['segments']>
}

/** A recording that has been read and measured. */
export interface MeasuredRecording {
  track: MeasuredTrack
  weather: WeatherColumns
}

/** A recording to be stored. */
export interface ReadRecording {
  given: Import
  measured: MeasuredRecording
}

/**
 * Moves the files of recordings to where they are kept, and answers where.
 *
 * @throws 500 when they cannot be written; then all stay where they are.
 */
export const keepOriginals = (
  ctx: AppContext,
  recordings: readonly ReadRecording[],
): Promise<string[]> =>
  storeOriginals(
    ctx,
    recordings.map(({ given: { user, sport, file }, measured: { track } }) => ({
      ...{ userId: user.id, sportId: sport.id },
      ...{ startedAt: startOf(track), file },
    })),
  )

/** The workout of a recording whose file is in its place. */
export const newWorkout = (
  ctx: Pick<AppContext, 'clock'>,
  { given, measured, original }: ReadRecording & { original: string },
): Addition => ({
  columns: {
    ...columnsOf(given, measured),
    original_file: original,
    ...dates(ctx),
    ...given.columns,
  },
  equipments: given.equipments,
  track: measured.track,
  ...(given.segments?.length === measured.track.segments.length && { segments: given.segments }),
})

function columnsOf({ user, sport, data }: Import, { track, weather }: MeasuredRecording) {
  const startedAt = startOf(track)
  const fallback = defaultTitle(sport, startedAt, user.timezone)
  return {
    ...recordedColumns(track),
    ...requestedLevels(user, data),
    ...weather,
    user_id: user.id,
    sport_id: sport.id,
    title: firstText('title', data.title, track.name, fallback),
    description: firstText('description', data.description, track.description),
    notes: givenNotes(data.notes),
    workout_date: startedAt,
    map_id: track.mapId,
  }
}

function dates({ clock }: Pick<AppContext, 'clock'>) {
  const now = clock.now()
  return { creation_date: now, modification_date: now }
}

/** The levels of visibility of a new workout: those that are asked for, else the user's. */
export const requestedLevels = (user: UserRow, data: UploadData) =>
  effectiveLevels({
    workout_visibility: data.workout_visibility ?? user.workouts_visibility,
    analysis_visibility: data.analysis_visibility ?? user.analysis_visibility,
    map_visibility: data.map_visibility ?? user.map_visibility,
  })
