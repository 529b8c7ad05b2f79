import type { Measurements } from '@/domain/reference/measurements'
import { invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { isTimezone, languageOrDefault } from '@/policy/preferences'
import { effectiveLevels } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { type Tx, transact } from '@/store/db/connections/transact'
import {
  getUserById,
  type UserChanges,
  type UserRow,
  updateUser,
} from '@/store/db/queries/accounts/users'
import { ALL_TIME } from '@/store/db/queries/workouts/best-efforts'
import { scheduleLoadUpdate } from '@/store/db/queries/workouts/load-updates'
import { rebuildLoadSums } from '@/store/db/queries/workouts/workout-loads'
import { rebuildSums } from '@/store/db/queries/workouts/workout-totals'
import {
  type DateFormat,
  type ElevationSource,
  type SegmentsCreationEvent,
  type SqlBool,
  toSqlBool,
  type Visibility,
} from '@/store/db/schema/columns'

/** The preferences to change; absent ones do not change. */
export interface PreferenceChanges {
  analysis_visibility?: Visibility
  calories_visibility?: Visibility
  date_format?: DateFormat
  display_ascent?: boolean
  hide_profile_in_users_directory?: boolean
  hr_visibility?: Visibility
  imperial_units?: boolean
  /** Unsupported languages become English. */
  language?: string | null
  manually_approves_followers?: boolean
  map_visibility?: Visibility
  media_visibility?: Visibility
  /** Null follows the setting of the server. */
  measurements?: Measurements | null
  /** Accepts the names of both dialects of the API. */
  missing_elevations_processing?: string
  place_titles?: boolean
  segments_creation_event?: SegmentsCreationEvent
  split_workout_charts?: boolean
  start_elevation_at_zero?: boolean
  timezone?: string
  /** Null follows the preference of the browser. */
  use_dark_mode?: boolean | null
  use_raw_gpx_speed?: boolean
  weekm?: boolean
  workouts_visibility?: Visibility
}

/** Like `PreferenceChanges`, with the internal name of the elevation source; null when the given name is unknown. */
export interface ParsedPreferences
  extends Omit<PreferenceChanges, 'missing_elevations_processing'> {
  missing_elevations_processing: ElevationSource | null | undefined
}

/**
 * Saves the given preferences. The map is never more visible than the analysis, nor the analysis than the workout; a
 * visibility that this rule narrows is saved too.
 *
 * @throws 400 when no preference is given or a value is invalid.
 */
export async function editPreferences(
  ctx: AppContext,
  caller: Caller,
  input: ParsedPreferences,
): Promise<void> {
  if (Object.values(input).every((value) => value === undefined)) throw invalidPayload()
  const changes = columnsOf(input)
  await transact(ctx, async (tx) => {
    const user = await getUserById(tx.db, caller.userId)
    const changed = await updateUser(tx.db, user.id, {
      ...changes,
      ...narrowedVisibilities(user, input),
    })
    if (changed.timezone !== user.timezone) await rebuildDailyTotals(tx.db, user.id)
  })
}

/**
 * In another time zone, days contain other workouts, and workouts close to midnight may fall under other thresholds.
 */
async function rebuildDailyTotals(db: Tx, userId: number): Promise<void> {
  await rebuildSums(db, userId)
  await rebuildLoadSums(db, userId)
  await scheduleLoadUpdate(db, userId, ALL_TIME)
}

function columnsOf(input: ParsedPreferences): UserChanges {
  const { timezone, missing_elevations_processing: elevation, language } = input
  if (elevation === null) throw invalidPayload()
  if (timezone !== undefined && !isTimezone(timezone)) throw invalidPayload('timezone')
  return {
    timezone,
    missing_elevations_processing: elevation,
    language: language === undefined ? undefined : languageOrDefault(language),
    measurements: input.measurements,
    date_format: input.date_format,
    segments_creation_event: input.segments_creation_event,
    hr_visibility: input.hr_visibility,
    calories_visibility: input.calories_visibility,
    media_visibility: input.media_visibility,
    display_ascent: sqlFlag(input.display_ascent),
    hide_profile_in_users_directory: sqlFlag(input.hide_profile_in_users_directory),
    imperial_units: sqlFlag(input.imperial_units),
    manually_approves_followers: sqlFlag(input.manually_approves_followers),
    place_titles: sqlFlag(input.place_titles),
    split_workout_charts: sqlFlag(input.split_workout_charts),
    start_elevation_at_zero: sqlFlag(input.start_elevation_at_zero),
    use_dark_mode: input.use_dark_mode === null ? null : sqlFlag(input.use_dark_mode),
    use_raw_gpx_speed: sqlFlag(input.use_raw_gpx_speed),
    weekm: sqlFlag(input.weekm),
  }
}

const sqlFlag = (value: boolean | undefined): SqlBool | undefined =>
  value === undefined ? undefined : toSqlBool(value)

function narrowedVisibilities(user: UserRow, input: ParsedPreferences): UserChanges {
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
