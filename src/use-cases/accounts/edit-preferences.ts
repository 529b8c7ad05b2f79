import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  type DateFormat,
  type ElevationSource,
  type SegmentsCreationEvent,
  type SqlBool,
  toSqlBool,
  type Visibility,
} from '@/db/columns'
import { ALL_TIME } from '@/db/queries/best-efforts'
import { noteLoadUpdate } from '@/db/queries/load-updates'
import { getUserById, type UserChanges, type UserRow, updateUser } from '@/db/queries/users'
import { rebuildLoadSums } from '@/db/queries/workout-loads'
import { rebuildSums } from '@/db/queries/workout-sums'
import { type Tx, transact } from '@/db/transact'
import { invalidPayload } from '@/errors'
import { isTimezone, languageOrDefault } from '@/policy/preferences'
import { effectiveLevels } from '@/policy/visibility'

/** The preferences to change; absent ones stay as they are. */
export interface PreferenceChanges {
  analysis_visibility?: Visibility
  calories_visibility?: Visibility
  date_format?: DateFormat
  display_ascent?: boolean
  hide_profile_in_users_directory?: boolean
  hr_visibility?: Visibility
  imperial_units?: boolean
  /** English when it is not supported. */
  language?: string | null
  manually_approves_followers?: boolean
  map_visibility?: Visibility
  /** By the names of either dialect. */
  missing_elevations_processing?: string
  segments_creation_event?: SegmentsCreationEvent
  split_workout_charts?: boolean
  start_elevation_at_zero?: boolean
  timezone?: string
  /** Null: as the browser prefers. */
  use_dark_mode?: boolean | null
  use_raw_gpx_speed?: boolean
  weekm?: boolean
  workouts_visibility?: Visibility
}

/** The preferences to save, with the elevation source by its internal name, or null when the name is unknown. */
export interface WantedPreferences
  extends Omit<PreferenceChanges, 'missing_elevations_processing'> {
  missing_elevations_processing: ElevationSource | null | undefined
}

/**
 * Saves the given preferences. The map is never more visible than the analysis, nor the analysis more than the
 * workouts; levels narrowed by this rule are saved as well.
 *
 * @throws 400 when none is given or a value is invalid.
 */
export async function editPreferences(
  ctx: AppContext,
  caller: Caller,
  input: WantedPreferences,
): Promise<void> {
  if (Object.values(input).every((value) => value === undefined)) throw invalidPayload()
  const changes = columnsOf(input)
  await transact(ctx, async (tx) => {
    const user = await getUserById(tx.db, caller.userId)
    const changed = await updateUser(tx.db, user.id, { ...changes, ...levels(user, input) })
    if (changed.timezone !== user.timezone) await moveDays(tx.db, user.id)
  })
}

/** Days begin at other times: they have other workouts, and on the edge of a threshold another one holds. */
async function moveDays(db: Tx, userId: number): Promise<void> {
  await rebuildSums(db, userId)
  await rebuildLoadSums(db, userId)
  await noteLoadUpdate(db, userId, ALL_TIME)
}

function columnsOf(input: WantedPreferences): UserChanges {
  const { timezone, missing_elevations_processing: elevation, language } = input
  if (elevation === null) throw invalidPayload()
  if (timezone !== undefined && !isTimezone(timezone)) throw invalidPayload()
  return {
    timezone,
    missing_elevations_processing: elevation,
    language: language === undefined ? undefined : languageOrDefault(language),
    date_format: input.date_format,
    segments_creation_event: input.segments_creation_event,
    hr_visibility: input.hr_visibility,
    calories_visibility: input.calories_visibility,
    display_ascent: sqlFlag(input.display_ascent),
    hide_profile_in_users_directory: sqlFlag(input.hide_profile_in_users_directory),
    imperial_units: sqlFlag(input.imperial_units),
    manually_approves_followers: sqlFlag(input.manually_approves_followers),
    split_workout_charts: sqlFlag(input.split_workout_charts),
    start_elevation_at_zero: sqlFlag(input.start_elevation_at_zero),
    use_dark_mode: input.use_dark_mode === null ? null : sqlFlag(input.use_dark_mode),
    use_raw_gpx_speed: sqlFlag(input.use_raw_gpx_speed),
    weekm: sqlFlag(input.weekm),
  }
}

const sqlFlag = (value: boolean | undefined): SqlBool | undefined =>
  value === undefined ? undefined : toSqlBool(value)

function levels(user: UserRow, input: WantedPreferences): UserChanges {
  const wanted = effectiveLevels({
    workout_visibility: input.workouts_visibility ?? user.workouts_visibility,
    analysis_visibility: input.analysis_visibility ?? user.analysis_visibility,
    map_visibility: input.map_visibility ?? user.map_visibility,
  })
  return {
    workouts_visibility: wanted.workout_visibility,
    analysis_visibility: wanted.analysis_visibility,
    map_visibility: wanted.map_visibility,
  }
}
