import { AppError, badRequest } from '@/lib/errors'
import type { RegistrationMode } from '@/store/db/schema/columns'
import { hasRole, type Visitor } from './caller'

/** The numeric settings of an instance. */
export interface InstanceLimits {
  file_limit_import: number
  file_sync_limit_import: number
  global_map_workouts_limit: number
  max_image_size: number
  max_single_file_size: number
  max_users: number
  max_zip_file_size: number
  stats_workouts_limit: number
}

/** The smallest value that is too large. */
const TOO_LARGE = 2147483648
const MAX_ON_MAP = 50_000

interface MinimumRule {
  key: keyof InstanceLimits
  min: 0 | 1
  /** The name of the setting in error messages. */
  name: string
}

/** In the order of the error messages. */
const MIN_VALUES: readonly MinimumRule[] = [
  {
    key: 'file_sync_limit_import',
    min: 1,
    name: 'max files in a zip archive processed synchronously',
  },
  { key: 'file_limit_import', min: 1, name: 'max files in a zip archive' },
  { key: 'max_single_file_size', min: 1, name: 'max size of uploaded files' },
  { key: 'max_zip_file_size', min: 1, name: 'max size of zip archive' },
  { key: 'max_image_size', min: 1, name: 'max size of images' },
  {
    key: 'global_map_workouts_limit',
    min: 1,
    name: 'max number of workouts display on global map',
  },
  { key: 'max_users', min: 0, name: 'max users' },
  { key: 'stats_workouts_limit', min: 0, name: 'max number of workouts for statistics' },
]

/** In the order in which they are checked. */
const LIMITED = [
  'file_sync_limit_import',
  'file_limit_import',
  'max_single_file_size',
  'max_zip_file_size',
  'max_image_size',
  'max_users',
  'stats_workouts_limit',
] as const

const nameOf = (key: keyof InstanceLimits) => MIN_VALUES.find((rule) => rule.key === key)?.name

/** The numeric settings among the given ones. */
export function pickLimits(settings: Partial<InstanceLimits>): Partial<InstanceLimits> {
  const limits: Partial<InstanceLimits> = {}
  for (const { key } of MIN_VALUES) {
    const value = settings[key]
    if (value !== undefined) limits[key] = value
  }
  return limits
}

/** The error messages for limits that are too small. */
export const tooSmall = (limits: Partial<InstanceLimits>): string[] =>
  MIN_VALUES.filter(({ key, min }) => (limits[key] ?? min) < min).map(({ min, name }) =>
    min === 1 ? `${name} must be greater than 0` : `${name} must be greater than or equal to 0`,
  )

/** @throws 400 with the first limit that is too large or contradicts another one. */
export function requireFittingLimits(limits: InstanceLimits): void {
  const key = LIMITED.find((name) => limits[name] >= TOO_LARGE)
  if (key) throw exceeding(key)
  if (limits.global_map_workouts_limit > MAX_ON_MAP)
    throw badRequest(`'global_map_workouts_limit' must be less than ${MAX_ON_MAP}`)
  requireAtLeast(limits, 'max_zip_file_size', 'max_single_file_size')
  requireAtLeast(limits, 'file_limit_import', 'file_sync_limit_import')
}

function requireAtLeast(
  limits: InstanceLimits,
  larger: keyof InstanceLimits,
  smaller: keyof InstanceLimits,
): void {
  if (limits[larger] < limits[smaller])
    throw badRequest(`${nameOf(larger)} must be equal or greater than ${nameOf(smaller)}`)
}

const exceeding = (key: keyof InstanceLimits) =>
  new AppError(400, {
    key,
    max_value: TOO_LARGE,
    message: `'${key}' must be less than ${TOO_LARGE}`,
    status: 'config_value_exceeding_limit',
  })

/** Date of the privacy policy that applies until an administrator writes one, in milliseconds since the Unix epoch. */
export const DEFAULT_POLICY_AT = Date.parse('2024-12-23T19:00:00Z')

/** Whether a user has accepted the policy in force; null when the user never accepted any. */
export const acceptedPolicy = (
  acceptedAt: number | null,
  policyAt: number | null,
): boolean | null => (acceptedAt === null ? null : acceptedAt > (policyAt ?? DEFAULT_POLICY_AT))

/** Whether the server has been set up, and its number of accounts in every state. */
export interface AccountsState {
  isSetUp: boolean
  users: number
}

/**
 * Whether another account may be created by registration, with an invitation or without. This is impossible until the
 * server is set up, because the first account could lock its administrators out. `max_users` 0 means no limit.
 */
export const hasPlace = (
  { max_users }: { max_users: number },
  { isSetUp, users }: AccountsState,
): boolean => isSetUp && (max_users === 0 || users < max_users)

/** Whether anyone may register, even if an administrator has to approve it. */
export const registrationIsOpen = (
  settings: { max_users: number; registration_mode: RegistrationMode },
  state: AccountsState,
): boolean => hasPlace(settings, state) && ['open', 'approval'].includes(settings.registration_mode)

/** Whether the visitor may see which equipment types and sports are in use. */
export const canSeeUsage = (visitor: Visitor): boolean => hasRole(visitor, 'admin')
