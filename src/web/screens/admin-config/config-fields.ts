import type { ConfigInput, ServerConfig } from '@/web/api/client/server'
import { type TextKey, t } from '@/web/i18n/text'

const MIB = 1024 * 1024
/** The largest integer that the server accepts. */
const LIMIT = 2_147_483_647
/** The same limit in megabytes, rounded to the two decimals of the form. */
const MAX_MIB = 2048
const MAX_ON_MAP = 50_000

/** Numeric limits, with their minimum. */
const COUNTED = {
  max_users: 0,
  file_limit_import: 1,
  file_sync_limit_import: 1,
  stats_workouts_limit: 0,
  global_map_workouts_limit: 1,
} as const

/** Who can register. */
type RegistrationMode = ServerConfig['registration_mode']
export const REGISTRATION_MODES: Readonly<Record<RegistrationMode, TextKey>> = {
  closed: 'config.modeClosed',
  invitation: 'config.modeInvitation',
  approval: 'config.modeApproval',
  open: 'config.modeOpen',
}

/** File size limits: bytes on the server, megabytes in the form. */
const SIZED = ['max_single_file_size', 'max_zip_file_size', 'max_image_size'] as const

type CountedKey = keyof typeof COUNTED
type SizedKey = (typeof SIZED)[number]

/** Values of the settings form, all as text. */
export type ConfigFields = Record<
  CountedKey | SizedKey | 'about' | 'admin_contact' | 'privacy_policy' | 'registration_mode',
  string
>

const countedKeys = Object.keys(COUNTED) as CountedKey[]

/** Converts the server settings to form values. */
export function toConfigFields(config: ServerConfig): ConfigFields {
  const counted = countedKeys.map((key) => [key, String(config[key])])
  const sized = SIZED.map((key) => [key, String(Math.round((config[key] / MIB) * 100) / 100)])
  return {
    about: config.about ?? '',
    admin_contact: config.admin_contact ?? '',
    privacy_policy: config.privacy_policy ?? '',
    registration_mode: config.registration_mode,
    ...Object.fromEntries([...counted, ...sized]),
  }
}

/**
 * Converts the form values to a settings update. A size that was not edited is omitted, because the form rounds it and
 * saving another setting must not change it.
 */
export function listConfigChanges(fields: ConfigFields, config: ServerConfig): ConfigInput {
  const before = toConfigFields(config)
  const read = (key: keyof ConfigFields) => {
    const text = fields[key].trim()
    if (SIZED.some((sized) => sized === key)) return Math.min(LIMIT, Math.round(Number(text) * MIB))
    return key in COUNTED ? Number(text) : text
  }
  const changed = (Object.keys(fields) as (keyof ConfigFields)[]).filter(
    (key) => fields[key] !== before[key],
  )
  return Object.fromEntries(changed.map((key) => [key, read(key)]))
}

const whole = (min: number, max: number) => (text: string) => {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return null
  return t('config.wholeRule', { least: min, most: max })
}

function sizeRule(text: string): string | null {
  const size = Number(text.trim() || Number.NaN)
  return size > 0 && size <= MAX_MIB ? null : t('config.sizeRule', { most: MAX_MIB })
}

const larger = (value: string, least: string, text: () => string): string | null =>
  Number(value) < Number(least) ? text() : null

/** Validates the form in the browser. */
export const CONFIG_RULES = {
  max_users: whole(0, LIMIT),
  file_sync_limit_import: whole(1, LIMIT),
  stats_workouts_limit: whole(0, LIMIT),
  global_map_workouts_limit: whole(1, MAX_ON_MAP),
  max_single_file_size: sizeRule,
  max_image_size: sizeRule,
  file_limit_import: (value: string, fields: ConfigFields) =>
    whole(1, LIMIT)(value) ??
    larger(value, fields.file_sync_limit_import, () => t('config.archiveRule')),
  max_zip_file_size: (value: string, fields: ConfigFields) =>
    sizeRule(value) ?? larger(value, fields.max_single_file_size, () => t('config.zipRule')),
}
