import type { ConfigInput, ServerConfig } from '@/web/api/server'
import { t } from '@/web/i18n/text'

const MIB = 1024 * 1024
/** The largest whole number that the server keeps. */
const MOST = 2_147_483_647
/** As many megabytes, to the two decimals that the form shows. */
const MOST_MIB = 2048
const MOST_ON_MAP = 50_000

/** Limits that are counted, with the smallest number that makes sense. */
const COUNTED = {
  max_users: 0,
  file_limit_import: 1,
  file_sync_limit_import: 1,
  stats_workouts_limit: 0,
  global_map_workouts_limit: 1,
} as const

/** Limits of files: bytes on the server, megabytes in the form. */
const SIZED = ['max_single_file_size', 'max_zip_file_size'] as const

type CountedKey = keyof typeof COUNTED
type SizedKey = (typeof SIZED)[number]

/** The form of the settings; everything in it is text. */
export type ConfigFields = Record<
  CountedKey | SizedKey | 'about' | 'admin_contact' | 'privacy_policy',
  string
>

const countedKeys = Object.keys(COUNTED) as CountedKey[]

/** What the form shows of the settings. */
export function configFieldsOf(config: ServerConfig): ConfigFields {
  const counted = countedKeys.map((key) => [key, String(config[key])])
  const sized = SIZED.map((key) => [key, String(Math.round((config[key] / MIB) * 100) / 100)])
  return {
    about: config.about ?? '',
    admin_contact: config.admin_contact ?? '',
    privacy_policy: config.privacy_policy ?? '',
    ...Object.fromEntries([...counted, ...sized]),
  }
}

/**
 * The settings that the form changes. A size that was not touched is not sent: the form rounds it, and saving another
 * setting must not.
 */
export function configChangesOf(fields: ConfigFields, config: ServerConfig): ConfigInput {
  const before = configFieldsOf(config)
  const read = (key: keyof ConfigFields) => {
    const text = fields[key].trim()
    if (SIZED.some((sized) => sized === key)) return Math.min(MOST, Math.round(Number(text) * MIB))
    return key in COUNTED ? Number(text) : text
  }
  const changed = (Object.keys(fields) as (keyof ConfigFields)[]).filter(
    (key) => fields[key] !== before[key],
  )
  return Object.fromEntries(changed.map((key) => [key, read(key)]))
}

const whole = (least: number, most: number) => (text: string) => {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return null
  return t('config.wholeRule', { least, most })
}

function sizeRule(text: string): string | null {
  const size = Number(text.trim() || Number.NaN)
  return size > 0 && size <= MOST_MIB ? null : t('config.sizeRule', { most: MOST_MIB })
}

const larger = (value: string, least: string, text: () => string): string | null =>
  Number(value) < Number(least) ? text() : null

/** What the form refuses before the server would. */
export const CONFIG_RULES = {
  max_users: whole(0, MOST),
  file_sync_limit_import: whole(1, MOST),
  stats_workouts_limit: whole(0, MOST),
  global_map_workouts_limit: whole(1, MOST_ON_MAP),
  max_single_file_size: sizeRule,
  file_limit_import: (value: string, fields: ConfigFields) =>
    whole(1, MOST)(value) ??
    larger(value, fields.file_sync_limit_import, () => t('config.archiveRule')),
  max_zip_file_size: (value: string, fields: ConfigFields) =>
    sizeRule(value) ?? larger(value, fields.max_single_file_size, () => t('config.zipRule')),
}
