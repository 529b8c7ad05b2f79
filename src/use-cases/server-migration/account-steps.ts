import { isTransient } from '@/lib/system-errors'
import { hashText } from '@/lib/text/digest'
import { HOUR, SECOND } from '@/lib/time/clock'
import { isTimezone, languageOrDefault } from '@/policy/preferences'
import { FITTRACKEE_EPOCH, LIFETIME_SECONDS } from '@/services/auth/session-tokens'
import { SourceError, type SourceRow } from '@/services/postgres/snapshot'
import { insertActionToken } from '@/store/db/queries/accounts/action-tokens'
import { type AppConfigChanges, updateAppConfig } from '@/store/db/queries/accounts/app-config'
import { insertMigrated } from '@/store/db/queries/tasks/server-migrations'
import {
  DATE_FORMATS,
  type RoleName,
  SEGMENTS_CREATION_EVENTS,
  toJson,
} from '@/store/db/schema/columns'
import { TooManyPixels } from '@/store/files/photos'
import { storeBytes } from '@/store/files/stored-files'
import { extensionOf } from '@/store/files/upload-names'
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
import { type Migration, type MigrationItem, type MigrationTx, rowStep, type Step } from './step'

/** Default file limits of FitTrackee. They are not migrated, because no administrator chose them. */
const DEFAULT_LIMITS: Readonly<Record<string, number>> = {
  file_limit_import: 10,
  file_sync_limit_import: 10,
  max_single_file_size: 1_048_576,
  max_zip_file_size: 10_485_760,
}

const OTHER_LIMITS = ['global_map_workouts_limit', 'stats_workouts_limit', 'max_users']

/** Settings of the instance. This must be the last step, since it may open registration. */
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
    const limits = Object.entries(DEFAULT_LIMITS)
    const isConfigured = limits.some(([name, usual]) => (wholeIn(row, name) ?? usual) !== usual)
    const names = [...(isConfigured ? Object.keys(DEFAULT_LIMITS) : []), ...OTHER_LIMITS]
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

/** Maximum number of users of a closed server. */
const CLOSED_SERVER_USERS = 1

/** Closes registration during the migration, because new accounts would take ids of accounts still to be migrated. */
export const closeRegistration = (tx: MigrationTx): Promise<void> =>
  updateAppConfig(tx.db, { max_users: CLOSED_SERVER_USERS })

const LEVELS = ['workouts', 'analysis', 'map', 'hr', 'calories'].map(
  (what) => `${what}_visibility` as const,
)
const PHOTO_LEVEL = 'media_visibility'
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
  recent: [PHOTO_LEVEL],
  atOnce: 100,
  prepare: async (migration, rows) => {
    const items: MigrationItem[] = []
    for (const row of rows) items.push(await prepareUser(migration, row))
    return items
  },
}

async function prepareUser(migration: Migration, row: SourceRow): Promise<MigrationItem> {
  const subject = textIn(row, 'username') ?? `id ${row.id}`
  const findings: { result: 'left out'; detail: string }[] = []
  const leaveOut = (detail: string) => void findings.push({ result: 'left out', detail })
  const picture = await migratePicture(migration, row).catch((error) => {
    if (isTransient(error) || error instanceof SourceError) throw error
    leaveOut(`picture: ${error instanceof TooManyPixels ? 'too large' : error.message}`)
    return null
  })
  const zone = textIn(row, 'timezone') ?? ''
  if (zone !== '' && !isTimezone(zone)) leaveOut(`unknown time zone ${zone}: Europe/Paris`)
  return {
    subject,
    findings,
    write: async (tx) => {
      await insertMigrated(tx.db, 'users', {
        ...accountColumns(row),
        picture,
        older_sessions_until: migration.ctx.clock.now() + LIFETIME_SECONDS * SECOND,
      })
      await migrateLink(tx, row)
    },
    ...(picture !== null && { discard: () => migration.ctx.files.remove(picture) }),
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
  session_epoch: FITTRACKEE_EPOCH,
  accepted_policy_at: truncatedIn(row, 'accepted_policy_date'),
  birth_date: dayIn(row, 'birth_date'),
  language: languageOrDefault(row.language),
  timezone: zoneOf(textIn(row, 'timezone')),
  date_format: wordIn(row, 'date_format', DATE_FORMATS),
  use_dark_mode: row.use_dark_mode === null ? null : flagIn(row, 'use_dark_mode'),
  missing_elevations_processing: wordIn(row, 'missing_elevations_processing', SOURCES),
  segments_creation_event: wordIn(row, 'segments_creation_event', SEGMENTS_CREATION_EVENTS),
  // The numbers of their workouts are FitTrackee's, and stay comparable with new ones.
  measurements: 'fittrackee' as const,
  notification_preferences: toJson(switchesIn(row, 'notification_preferences')),
  messages_preferences: toJson(switchesIn(row, 'messages_preferences')),
  ...Object.fromEntries(TEXTS.map((name) => [name, textIn(row, name)])),
  ...Object.fromEntries([...LEVELS, PHOTO_LEVEL].map((name) => [name, levelIn(row, name)])),
  // Columns missing on the source server get their defaults.
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

/** Lifetime of links sent by the source server, from now on. There, they never expire. */
const LINK_LIFETIME = 24 * HOUR

/** Migrates the token in a link to confirm an account or an address, so that the link still works. */
async function migrateLink(tx: MigrationTx, row: SourceRow): Promise<void> {
  const token = textIn(row, 'confirmation_token')
  if (!token) return
  const now = tx.clock.now()
  const purpose = textIn(row, 'email_to_confirm') ? 'change_email' : 'confirm_account'
  await insertActionToken(tx.db, {
    token_hash: hashText(token),
    user_id: idIn(row, 'id'),
    purpose,
    created_at: now,
    expires_at: now + LINK_LIFETIME,
  })
}

const PICTURES = { gif: 'gif', jpeg: 'jpeg', jpg: 'jpeg', png: 'png' } as const

/**
 * Converts a picture of the source server. Returns its path; null when there is none or in a dry run.
 *
 * @throws when it cannot be read
 */
async function migratePicture(
  { ctx, uploads, isDryRun }: Migration,
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
  // The name is deterministic, so an interrupted migration leaves no unused files behind.
  const path = `pictures/${idIn(row, 'id')}/${hashText(name).slice(0, 32)}.jpg`
  await storeBytes(ctx.files, picture, path)
  return path
}
