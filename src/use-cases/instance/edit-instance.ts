import { badRequest, withErrorMessage } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { pickLimits, registrationIsOpen, requireFittingLimits, tooSmall } from '@/policy/instance'
import { findEmailProblems, INVALID_EMAIL } from '@/services/auth/credentials'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { describeMap } from '@/services/maps/describe-map'
import { transact } from '@/store/db/connections/transact'
import {
  type AppConfigChanges,
  type AppConfigRow,
  getAppConfig,
  updateAppConfig,
} from '@/store/db/queries/accounts/app-config'
import { countUsers, isSetUp } from '@/store/db/queries/accounts/users'
import type { RegistrationMode } from '@/store/db/schema/columns'

/** Settings of the instance to change; absent ones do not change. */
export interface ConfigChanges {
  about?: string | null
  admin_contact?: string | null
  file_limit_import?: number
  file_sync_limit_import?: number
  global_map_workouts_limit?: number
  /** Bytes. */
  max_image_size?: number
  /** Bytes. */
  max_single_file_size?: number
  /** 0 for no limit. */
  max_users?: number
  /** Bytes. */
  max_zip_file_size?: number
  privacy_policy?: string | null
  registration_mode?: RegistrationMode
  /** 0 for no limit. */
  stats_workouts_limit?: number
}

/** Returns the public settings of this instance. */
export const readInstance = (ctx: AppContext) =>
  withErrorMessage('error on getting configuration', () => loadInstance(ctx), 'error')

async function loadInstance(ctx: AppContext) {
  const settings = await getAppConfig(ctx.db)
  const state = { isSetUp: await isSetUp(ctx.db), users: await countUsers(ctx.db) }
  const registrationOpen =
    ctx.config.login.passwords === 'on' && registrationIsOpen(settings, state)
  return { settings, config: ctx.config, registrationOpen, map: await describeMap(ctx) }
}

/**
 * Changes the given settings, all or none. They take effect immediately.
 *
 * @throws 400 listing all values that are too small, or else the first that is too large or conflicts with another.
 */
export async function editInstance(ctx: AppContext, caller: Caller, input: ConfigChanges) {
  const edit = () =>
    transact(ctx, async (tx) => {
      const settings = await getAppConfig(tx.db)
      const changes = columnsOf(input, settings, tx.clock.now())
      await updateAppConfig(tx.db, changes)
      const keys = Object.keys(input).toSorted()
      await recordAudit(tx, caller, 'configuration_changed', { details: { keys } })
    })
  await withErrorMessage('error when updating configuration', edit, 'error')
  return readInstance(ctx)
}

function columnsOf(input: ConfigChanges, settings: AppConfigRow, now: number): AppConfigChanges {
  const { about, admin_contact, privacy_policy, registration_mode } = input
  const limits = pickLimits(input)
  const problems = [...tooSmall(limits), ...contactProblems(admin_contact)]
  if (problems.length > 0) throw badRequest(problems)
  requireFittingLimits({ ...settings, ...limits })
  return {
    ...limits,
    ...(about !== undefined && { about: about || null }),
    ...(admin_contact !== undefined && { admin_contact: admin_contact || null }),
    ...(registration_mode !== undefined && { registration_mode }),
    ...(privacy_policy !== undefined && policyColumns(privacy_policy || null, settings, now)),
  }
}

const contactProblems = (contact: string | null | undefined) =>
  contact && findEmailProblems(contact).length > 0 ? [`${INVALID_EMAIL} for admin contact`] : []

/** Dates a new policy, so that all users are asked to accept it. */
const policyColumns = (policy: string | null, settings: AppConfigRow, now: number) =>
  policy === settings.privacy_policy
    ? {}
    : { privacy_policy: policy, privacy_policy_at: policy === null ? null : now }
