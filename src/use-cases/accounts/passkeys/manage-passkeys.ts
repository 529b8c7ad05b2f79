import { badRequest, conflict, notFound } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import type { Caller } from '@/policy/caller'
import { findChallengeExpiry } from '@/services/auth/passkeys/challenges'
import {
  type CreatedPasskey,
  PasskeyError,
  type Registration,
  verifyRegistration,
} from '@/services/auth/passkeys/verify-passkey'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { passkeyAdded, passkeyRemoved } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { transact } from '@/store/db/connections/transact'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertUsedChallenge,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from '@/store/db/queries/accounts/passkeys'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { requirePassword } from '@/use-cases/accounts/require-password'
import { requireSecondFactor } from '@/use-cases/accounts/two-factor/require-second-factor'
import { creationOptions, requirePasskeys } from './passkey-options'

/** What adding and removing a passkey requires; nothing from an account without a password after a recent login. */
export interface PasskeyProof {
  /** The current password. */
  password: unknown
  /** With two-factor login: a code of the authenticator app, or a recovery code. */
  code: string
}

const MAX_PASSKEYS = 20
const NOT_FOUND = 'passkey not found'

/** The passkeys of the caller, oldest first. */
export const listOwnPasskeys = (
  { db }: Pick<AppContext, 'db'>,
  { userId }: Caller,
): Promise<PasskeyRow[]> => listPasskeys(db, userId)

/**
 * Starts to add a passkey to the caller's account. Returns options for the browser.
 *
 * @throws 401 for a wrong password or code; 403 when the caller has to log in again, or everyone has to log in elsewhere;
 * 400 for one passkey too many.
 */
export async function startPasskey(ctx: AppContext, caller: Caller, proof: PasskeyProof) {
  requirePasskeys(ctx)
  const user = await requireProof(ctx, caller, proof)
  const passkeys = await listPasskeys(ctx.db, user.id)
  requireFewEnough(passkeys)
  return creationOptions(ctx, user, passkeys)
}

/**
 * Adds a passkey that the browser has created to the caller's account. The password is not required again, because the
 * challenge was created for the caller after it had been checked.
 *
 * @throws 400 for an invalid passkey and one too many; 409 when it was added before; 403 as `startPasskey`.
 */
export async function addPasskey(
  ctx: AppContext,
  caller: Caller,
  { credential, name }: { credential: Registration; name: string },
): Promise<PasskeyRow> {
  const created = verifyCreated(ctx, credential)
  const { challenge } = created
  const purpose = { kind: 'registration', userId: caller.userId } as const
  const expiresAt = findChallengeExpiry(ctx, challenge, purpose)
  return transact(ctx, async (tx) => {
    const now = tx.clock.now()
    const isUnused =
      expiresAt !== undefined &&
      (await insertUsedChallenge(tx.db, { hash: hashText(challenge), expiresAt }, now))
    if (!isUnused) throw badRequest('adding the passkey took too long, please try again')
    const user = await getUserById(tx.db, caller.userId)
    requireFewEnough(await listPasskeys(tx.db, user.id))
    if (await findPasskey(tx.db, created.credentialId))
      throw conflict('this passkey was added before')
    const passkey = await insertPasskey(tx.db, {
      user_id: user.id,
      credential_id: created.credentialId,
      public_key: created.publicKey,
      sign_count: created.signCount,
      is_backed_up: created.isBackedUp ? 1 : 0,
      name,
      created_at: now,
    })
    await recordAudit(tx, caller, 'passkey_added', { subjectId: user.id, details: { name } })
    await postMail(tx, user, passkeyAdded(name))
    return passkey
  })
}

function verifyCreated(ctx: AppContext, credential: Registration): CreatedPasskey {
  try {
    return verifyRegistration(credential, requirePasskeys(ctx))
  } catch (error) {
    if (!(error instanceof PasskeyError)) throw error
    ctx.log.warn({ reason: error.message }, 'a new passkey was rejected')
    throw badRequest('the passkey is invalid')
  }
}

/** Renames a passkey of the caller. @throws 404 */
export async function editPasskey(
  ctx: AppContext,
  { userId }: Caller,
  { id, name }: { id: number; name: string },
): Promise<PasskeyRow> {
  const passkey = await transact(ctx, ({ db }) => renamePasskey(db, { id, userId }, name))
  if (!passkey) throw notFound(NOT_FOUND)
  return passkey
}

/**
 * Removes a passkey from the caller's account. Sessions that it has started continue.
 *
 * @throws 401 for a wrong password or code; 403 when the caller has to log in again; 404 without such a passkey.
 */
export async function removePasskey(
  ctx: AppContext,
  caller: Caller,
  { id, ...proof }: PasskeyProof & { id: number },
): Promise<void> {
  const user = await requireProof(ctx, caller, proof)
  await transact(ctx, async (tx) => {
    const removed = await deletePasskey(tx.db, { id, userId: user.id })
    if (!removed) throw notFound(NOT_FOUND)
    const { name } = removed
    await recordAudit(tx, caller, 'passkey_removed', { subjectId: user.id, details: { name } })
    await postMail(tx, user, passkeyRemoved(name))
  })
}

/** A passkey replaces the password and the code, so that adding one requires both. */
async function requireProof(
  ctx: AppContext,
  caller: Caller,
  { password, code }: PasskeyProof,
): Promise<UserRow> {
  const user = await requirePassword(ctx, caller, password)
  await requireSecondFactor(ctx, user, code)
  return user
}

function requireFewEnough(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length >= MAX_PASSKEYS)
    throw badRequest(`an account can have up to ${MAX_PASSKEYS} passkeys: remove one first`)
}
