import { badRequest, invalidCredentials, WrongCodeError } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  parseCode,
  totpUriOf,
} from '@/services/auth/one-time-codes'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { twoFactorDisabled, twoFactorEnabled } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  countRecoveryCodes,
  deleteTwoFactor,
  findConfirmedTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  updateTwoFactor,
  upsertSecret,
} from '@/store/db/queries/accounts/two-factor'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { requirePassword } from '@/use-cases/accounts/require-password'
import { limitCodes } from './limit-codes'
import { findStep, requireCode } from './require-code'

/** What a change of two-factor login requires. */
export interface Proof {
  /** The current password. */
  password: string
  /** A code of the authenticator app, or a recovery code. */
  code: string
}

const IS_ON = 'two-factor login is already on'
const IS_OFF = 'two-factor login is off'

/** Whether the caller has two-factor login: since when, and how many recovery codes are left. */
export async function getTwoFactor({ db }: Pick<AppContext, 'db'>, { userId }: Caller) {
  const twoFactor = await findConfirmedTwoFactor(db, userId)
  return {
    enabledAt: twoFactor?.confirmed_at ?? null,
    recoveryCodes: twoFactor ? await countRecoveryCodes(db, userId) : 0,
  }
}

/**
 * Creates a secret for the caller's authenticator app. It protects nothing until it is confirmed.
 *
 * @throws 400 when two-factor login is on.
 */
export async function startTwoFactor(
  ctx: AppContext,
  caller: Caller,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret()
  await transact(ctx, async (tx) => {
    if (await findConfirmedTwoFactor(tx.db, caller.userId)) throw badRequest(IS_ON)
    await upsertSecret(tx.db, caller.userId, tx.sealer.seal(secret))
  })
  const account = `${caller.username}@${new URL(ctx.config.uiUrl).hostname}`
  return { secret, uri: totpUriOf(secret, account) }
}

/**
 * Turns two-factor login on with the first code of the app. Returns the recovery codes, which are not stored.
 *
 * @throws 401 for a wrong password or code; 400 when two-factor login is on or was not started.
 */
export async function confirmTwoFactor(
  ctx: AppContext,
  caller: Caller,
  { password, code }: Proof,
): Promise<string[]> {
  const known = await requirePassword(ctx, caller, password)
  return transact(ctx, async (tx) => {
    const user = await requireUnchanged(tx, known)
    const started = await findTwoFactor(tx.db, user.id)
    if (!started) throw badRequest(IS_OFF)
    if (started.confirmed_at !== null) throw badRequest(IS_ON)
    const typed = parseCode(code)
    const step = typed?.kind === 'totp' ? findStep(tx, started, typed.code) : undefined
    if (step === undefined) throw new WrongCodeError()
    await updateTwoFactor(tx.db, user.id, { confirmed_at: tx.clock.now(), last_step: step })
    await recordAudit(tx, caller, 'two_factor_enabled', { subjectId: user.id })
    await postMail(tx, user, twoFactorEnabled)
    return createCodes(tx, user.id)
  })
}

/**
 * Replaces the recovery codes of the caller. Returns the new ones.
 *
 * @throws 401 for a wrong password or code; 400 when two-factor login is off.
 */
export const renewRecoveryCodes = (
  ctx: AppContext,
  caller: Caller,
  proof: Proof,
): Promise<string[]> =>
  changeTwoFactor(ctx, caller, proof, async (tx, user) => {
    await recordAudit(tx, caller, 'recovery_codes_created', { subjectId: user.id })
    return createCodes(tx, user.id)
  })

/**
 * Turns two-factor login of the caller off.
 *
 * @throws 401 for a wrong password or code; 400 when it is off.
 */
export const disableTwoFactor = (ctx: AppContext, caller: Caller, proof: Proof): Promise<void> =>
  changeTwoFactor(ctx, caller, proof, async (tx, user) => {
    await removeTwoFactor(tx, caller, user)
  })

/**
 * Turns two-factor login of an account off, and notifies its user by mail. Returns false if it was off. The user may
 * have lost the device, so no code is required.
 */
export async function removeTwoFactor(
  tx: InTransaction<AppContext>,
  actor: Actor,
  user: UserRow,
): Promise<boolean> {
  const wasOn = (await findConfirmedTwoFactor(tx.db, user.id)) !== undefined
  await deleteTwoFactor(tx.db, user.id)
  if (!wasOn) return false
  await recordAudit(tx, actor, 'two_factor_disabled', { subjectId: user.id })
  await postMail(tx, user, twoFactorDisabled)
  return true
}

async function changeTwoFactor<Result>(
  ctx: AppContext,
  caller: Caller,
  { password, code }: Proof,
  change: (tx: InTransaction<AppContext>, user: UserRow) => Promise<Result>,
): Promise<Result> {
  const known = await requirePassword(ctx, caller, password)
  return limitCodes(ctx, known.id, () =>
    transact(ctx, async (tx) => {
      const user = await requireUnchanged(tx, known)
      if (!(await findConfirmedTwoFactor(tx.db, user.id))) throw badRequest(IS_OFF)
      await requireCode(tx, user, code)
      return change(tx, user)
    }),
  )
}

/** @throws 401 when the password was changed after it was checked. */
async function requireUnchanged(
  { db }: Pick<InTransaction<AppContext>, 'db'>,
  known: UserRow,
): Promise<UserRow> {
  const user = await getUserById(db, known.id)
  if (user.password_hash !== known.password_hash) throw invalidCredentials()
  return user
}

async function createCodes(
  { db }: Pick<InTransaction<AppContext>, 'db'>,
  userId: number,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(db, userId, codes.map(hashRecoveryCode))
  return codes
}
