import { MEASUREMENTS } from '@/domain/reference/measurements'
import { badRequest } from '@/lib/errors'
import { isObject, type Json, textIn } from '@/lib/text/json-fields'
import { parseDate } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import {
  MESSAGE_SWITCHES,
  NOTIFICATION_SWITCHES,
  OPTIONAL_NOTIFICATION_SWITCHES,
} from '@/policy/notification'
import { effectiveLevels } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  getUserById,
  type UserChanges,
  type UserRow,
  updateUser,
} from '@/store/db/queries/accounts/users'
import { countWorkouts } from '@/store/db/queries/workouts/workout-totals'
import {
  DATE_FORMATS,
  SEGMENTS_CREATION_EVENTS,
  toJson,
  toSqlBool,
  VISIBILITIES,
} from '@/store/db/schema/columns'
import { TooManyPixels } from '@/store/files/photos'
import type { PictureFormat } from '@/store/files/pictures'
import { extensionOf } from '@/store/files/upload-names'
import { replacePicture } from './edit-picture'
import { MAX_PERSON_LENGTHS } from './edit-profile'

/**
 * Columns of a new account that an import may change. Missing are those that show an account to more people (directory
 * of users, approval of followers), and those that depend on the server or the browser (language, time zone, source of
 * elevations).
 */
const NEW_ACCOUNT = {
  ...{ first_name: null, last_name: null, location: null, bio: null, birth_date: null },
  ...{ date_format: 'MM/dd/yyyy', segments_creation_event: 'only_manual', measurements: null },
  ...{ weekm: 0, imperial_units: 0, display_ascent: 1, start_elevation_at_zero: 1 },
  ...{ use_raw_gpx_speed: 0, use_dark_mode: 0, split_workout_charts: 1, place_titles: 0 },
  ...{ workouts_visibility: 'private', analysis_visibility: 'private' },
  ...{ map_visibility: 'private', hr_visibility: 'private', calories_visibility: 'private' },
  ...{ notification_preferences: '{}', messages_preferences: '{}' },
} as const satisfies Partial<Record<keyof UserRow, unknown>>

/**
 * Takes over the profile and preferences of the user's account on another server, except for what the user has chosen
 * here. Invalid values are skipped. An account with workouts keeps its own, so that a later import changes nothing.
 *
 * @returns whether the account has no workouts
 */
export const importProfile = (
  ctx: Pick<AppContext, 'db' | 'log'>,
  caller: Caller,
  profile: Json,
): Promise<boolean> =>
  transact(ctx, async ({ db }) => {
    if ((await countWorkouts(db, { userId: caller.userId, sportId: undefined })).workouts > 0)
      return false
    const user = await getUserById(db, caller.userId)
    const unchosen = Object.entries(parseProfile(profile)).filter(
      ([name, value]) =>
        value !== undefined && user[name as keyof UserRow] === NEW_ACCOUNT[name as ProfileColumn],
    )
    const changes: UserChanges = Object.fromEntries(unchosen)
    if (unchosen.length > 0)
      await updateUser(db, user.id, { ...changes, ...narrowLevels(user, changes) })
    return true
  })

const PICTURE_FORMATS: Readonly<Record<string, PictureFormat>> = {
  ...{ gif: 'gif', jpeg: 'jpeg', jpg: 'jpeg', png: 'png' },
}

/**
 * Takes over a picture from a file, unless the user has one.
 *
 * @throws 400 when it cannot be read or has too many pixels, 413 when it exceeds the quota
 */
export async function importPicture(
  ctx: AppContext,
  caller: Caller,
  { path, name }: { path: string; name: string },
): Promise<void> {
  if ((await getUserById(ctx.db, caller.userId)).picture !== null) return
  const format = PICTURE_FORMATS[extensionOf(name)]
  const picture = format && (await ctx.pictures.encode(path, format).catch(skipTooManyPixels))
  if (!picture) throw badRequest('the picture cannot be read')
  await replacePicture(ctx, caller, picture)
}

function skipTooManyPixels(error: unknown): undefined {
  if (!(error instanceof TooManyPixels)) throw error
}

type ProfileColumn = keyof typeof NEW_ACCOUNT

/** Returns the values of a profile that are valid. */
function parseProfile(profile: Json): Partial<Record<ProfileColumn, UserChanges[ProfileColumn]>> {
  const text = (name: keyof typeof MAX_PERSON_LENGTHS) => {
    const value = textIn(profile[name])
    return value && [...value].length <= MAX_PERSON_LENGTHS[name] ? value : undefined
  }
  const word = <Word extends string>(name: string, words: readonly Word[]) =>
    words.find((each) => each === profile[name])
  const flag = (name: string) => {
    const value = profile[name]
    return typeof value === 'boolean' ? toSqlBool(value) : undefined
  }
  const level = (name: string) => word(name, VISIBILITIES)
  return {
    ...{ first_name: text('first_name'), last_name: text('last_name') },
    ...{ location: text('location'), bio: text('bio') },
    birth_date: parseDate(String(profile.birth_date ?? '').slice(0, DAY_LENGTH)),
    date_format: word('date_format', DATE_FORMATS),
    segments_creation_event: word('segments_creation_event', SEGMENTS_CREATION_EVENTS),
    measurements: word('measurements', MEASUREMENTS),
    ...{ weekm: flag('weekm'), imperial_units: flag('imperial_units') },
    ...{ display_ascent: flag('display_ascent'), use_raw_gpx_speed: flag('use_raw_gpx_speed') },
    start_elevation_at_zero: flag('start_elevation_at_zero'),
    use_dark_mode: profile.use_dark_mode === null ? null : flag('use_dark_mode'),
    ...{ split_workout_charts: flag('split_workout_charts'), place_titles: flag('place_titles') },
    workouts_visibility: level('workouts_visibility'),
    analysis_visibility: level('analysis_visibility'),
    map_visibility: level('map_visibility'),
    hr_visibility: level('hr_visibility'),
    calories_visibility: level('calories_visibility'),
    notification_preferences: parseSwitches(profile.notification_preferences, [
      ...NOTIFICATION_SWITCHES,
      ...OPTIONAL_NOTIFICATION_SWITCHES,
    ]),
    messages_preferences: parseSwitches(profile.messages_preferences, MESSAGE_SWITCHES),
  }
}

/** Length of a day as `YYYY-MM-DD`, with which times in exports begin. */
const DAY_LENGTH = 10

function parseSwitches(value: unknown, names: readonly string[]) {
  if (!isObject(value)) return undefined
  const known = names.flatMap((name) => {
    const isOn = value[name]
    return typeof isOn === 'boolean' ? [[name, isOn] as const] : []
  })
  return toJson(Object.fromEntries(known))
}

function narrowLevels(user: UserRow, changes: UserChanges): UserChanges {
  const { workout_visibility, ...narrower } = effectiveLevels({
    workout_visibility: changes.workouts_visibility ?? user.workouts_visibility,
    analysis_visibility: changes.analysis_visibility ?? user.analysis_visibility,
    map_visibility: changes.map_visibility ?? user.map_visibility,
  })
  return { workouts_visibility: workout_visibility, ...narrower }
}
