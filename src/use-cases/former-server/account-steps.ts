import { FORMER_EPOCH } from '@/auth/session-tokens'
import { DATE_FORMATS, type RoleName, SEGMENTS_CREATION_EVENTS, toJson } from '@/db/columns'
import { type AppConfigChanges, updateAppConfig } from '@/db/queries/app-config'
import { insertPurposeToken } from '@/db/queries/purpose-tokens'
import { insertMoved } from '@/db/queries/server-moves'
import { HOUR } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import { isPassing } from '@/lib/faults'
import { isTimezone, languageOrDefault } from '@/policy/preferences'
import { SourceError, type SourceRow } from '@/postgres/snapshot'
import { keepBytes } from '@/storage/files'
import { TooManyPixels } from '@/storage/pictures'
import { extensionOf } from '@/storage/upload-names'
import {
  flagIn,
  idIn,
  instantIn,
  levelIn,
  numberIn,
  objectIn,
  textIn,
  truncatedIn,
  wholeIn,
  wordIn,
  wordsIn,
} from './read-row'
import { findSourceFile } from './source-files'
import { type Move, type MoveTx, rowStep, type Step, type Thing } from './step'

/** FitTrackee's own limits of files, which nobody decided on. */
const USUAL_LIMITS: Readonly<Record<string, number>> = {
  file_limit_import: 10,
  file_sync_limit_import: 10,
  max_single_file_size: 1_048_576,
  max_zip_file_size: 10_485_760,
}

const OTHER_LIMITS = ['global_map_workouts_limit', 'stats_workouts_limit', 'max_users']

/** The settings of the instance; it is the last step, since it may open the registration. */
export const settings = rowStep(
  {
    name: 'settings',
    table: 'app_config',
    required: ['max_users', 'file_limit_import'],
    optional: [
      ...['about', 'admin_contact', 'privacy_policy', 'privacy_policy_date'],
      ...['file_sync_limit_import', 'max_single_file_size', 'max_zip_file_size'],
      ...['global_map_workouts_limit', 'stats_workouts_limit'],
    ],
  },
  (row) => async (tx) => {
    const limits = Object.entries(USUAL_LIMITS)
    const isDecided = limits.some(([name, usual]) => (wholeIn(row, name) ?? usual) !== usual)
    const names = [...(isDecided ? Object.keys(USUAL_LIMITS) : []), ...OTHER_LIMITS]
    const numbers = names.flatMap((name) => {
      const value = wholeIn(row, name)
      return value === null ? [] : [[name, value]]
    })
    await updateAppConfig(tx.db, {
      about: textIn(row, 'about'),
      admin_contact: textIn(row, 'admin_contact'),
      privacy_policy: textIn(row, 'privacy_policy'),
      privacy_policy_at: truncatedIn(row, 'privacy_policy_date'),
      ...(Object.fromEntries(numbers) satisfies AppConfigChanges),
    })
  },
)

/** Users that a closed server may have. */
const NOBODY_ELSE = 1

/** Nobody may register meanwhile: they would get the ids of those who are still to come. */
export const closeRegistration = (tx: MoveTx): Promise<void> =>
  updateAppConfig(tx.db, { max_users: NOBODY_ELSE })

const LEVELS = ['workouts', 'analysis', 'map', 'hr', 'calories'].map(
  (what) => `${what}_visibility` as const,
)
const SWITCHES = [
  ...(['weekm', 'imperial_units', 'display_ascent', 'start_elevation_at_zero'] as const),
  ...(['use_raw_gpx_speed', 'split_workout_charts', 'manually_approves_followers'] as const),
  'hide_profile_in_users_directory' as const,
]
const TEXTS = ['email_to_confirm', 'first_name', 'last_name', 'location', 'bio'] as const
export const SOURCES = ['file', 'open_elevation', 'open_elevation_smooth', 'valhalla'] as const

export const users: Step = {
  name: 'users',
  table: 'users',
  key: ['id'],
  required: ['id', 'username', 'email', 'password', 'created_at', 'is_active', 'role'],
  optional: [
    ...['suspended_at', 'accepted_policy_date', 'confirmation_token', 'birth_date', 'picture'],
    ...['language', 'timezone', 'date_format', 'use_dark_mode', 'missing_elevations_processing'],
    ...['segments_creation_event', 'notification_preferences', 'messages_preferences'],
    ...TEXTS,
    ...LEVELS,
    ...SWITCHES,
  ],
  atOnce: 100,
  prepare: async (move, rows) => {
    const things: Thing[] = []
    for (const row of rows) things.push(await userOf(move, row))
    return things
  },
}

async function userOf(move: Move, row: SourceRow): Promise<Thing> {
  const subject = textIn(row, 'username') ?? `id ${row.id}`
  const findings: { result: 'left out'; detail: string }[] = []
  const leaveOut = (detail: string) => void findings.push({ result: 'left out', detail })
  const picture = await movePicture(move, row).catch((error) => {
    if (isPassing(error) || error instanceof SourceError) throw error
    leaveOut(`picture: ${error instanceof TooManyPixels ? 'too large' : error.message}`)
    return null
  })
  const zone = textIn(row, 'timezone') ?? ''
  if (zone !== '' && !isTimezone(zone)) leaveOut(`unknown time zone ${zone}: Europe/Paris`)
  return {
    subject,
    findings,
    write: async (tx) => {
      await insertMoved(tx.db, 'users', { ...accountColumns(row), picture })
      await moveLink(tx, row)
    },
    ...(picture !== null && { discard: () => move.ctx.files.remove(picture) }),
  }
}

const accountColumns = (row: SourceRow) => ({
  id: idIn(row, 'id'),
  username: wordsIn(row, 'username'),
  email: wordsIn(row, 'email'),
  password_hash: wordsIn(row, 'password'),
  role: roleOf(numberIn(row, 'role') ?? 0),
  is_active: flagIn(row, 'is_active'),
  created_at: instantIn(row, 'created_at'),
  suspended_at: truncatedIn(row, 'suspended_at'),
  session_epoch: FORMER_EPOCH,
  accepted_policy_at: truncatedIn(row, 'accepted_policy_date'),
  birth_date: dayIn(row, 'birth_date'),
  language: languageOrDefault(row.language),
  timezone: zoneOf(textIn(row, 'timezone')),
  date_format: wordIn(row, 'date_format', DATE_FORMATS),
  use_dark_mode: row.use_dark_mode === null ? null : flagIn(row, 'use_dark_mode'),
  missing_elevations_processing: wordIn(row, 'missing_elevations_processing', SOURCES),
  segments_creation_event: wordIn(row, 'segments_creation_event', SEGMENTS_CREATION_EVENTS),
  notification_preferences: toJson(switchesIn(row, 'notification_preferences')),
  messages_preferences: toJson(switchesIn(row, 'messages_preferences')),
  ...Object.fromEntries(TEXTS.map((name) => [name, textIn(row, name)])),
  ...Object.fromEntries(LEVELS.map((name) => [name, levelIn(row, name)])),
  // What the other server does not know is as it is for everybody here.
  ...Object.fromEntries(
    SWITCHES.filter((name) => row[name] !== undefined).map((name) => [name, flagIn(row, name)]),
  ),
})

const zoneOf = (name: string | null) => (name && isTimezone(name) ? name : 'Europe/Paris')

const dayIn = (row: SourceRow, column: string) => {
  const instant = truncatedIn(row, column)
  return instant === null ? null : new Date(instant).toISOString().slice(0, 10)
}

function roleOf(rank: number): RoleName {
  if (rank >= 100) return 'owner'
  if (rank >= 50) return 'admin'
  return rank >= 30 ? 'moderator' : 'user'
}

const switchesIn = (row: SourceRow, column: string) =>
  Object.fromEntries(
    Object.entries(objectIn(row, column)).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    ),
  )

/** How long links that were mailed are good for, from now on: those of the other server never end. */
const LINK_LIFETIME = 24 * HOUR

/** The link that was mailed to confirm an account or an address goes on working. */
async function moveLink(tx: MoveTx, row: SourceRow): Promise<void> {
  const token = textIn(row, 'confirmation_token')
  if (!token) return
  const now = tx.clock.now()
  const purpose = textIn(row, 'email_to_confirm') ? 'change_email' : 'confirm_account'
  await insertPurposeToken(tx.db, {
    token_hash: digestOf(token),
    user_id: idIn(row, 'id'),
    purpose,
    created_at: now,
    expires_at: now + LINK_LIFETIME,
  })
}

const PICTURES = { gif: 'gif', jpeg: 'jpeg', jpg: 'jpeg', png: 'png' } as const

/** Makes a picture of the other server one of this; null when there is none. @throws when it cannot be read */
async function movePicture(
  { ctx, uploads, isDryRun }: Move,
  row: SourceRow,
): Promise<string | null> {
  const name = textIn(row, 'picture')
  if (!name) return null
  const extension = extensionOf(name)
  const format = Object.entries(PICTURES).find(([known]) => known === extension)?.[1]
  const source = await findSourceFile(uploads, name)
  if (source === undefined) throw new Error(`no file ${name}`)
  const picture = format && (await ctx.pictures.encode(source, format))
  if (!picture) throw new Error(`${name} cannot be read`)
  if (isDryRun) return null
  // The same name each time: a move that is killed leaves nothing behind.
  const path = `pictures/${idIn(row, 'id')}/${digestOf(name).slice(0, 32)}.jpg`
  await keepBytes(ctx.files, picture, path)
  return path
}
