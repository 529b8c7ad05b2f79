import { MissingCodeError, WrongCodeError } from '@/lib/errors'
import type { Log } from '@/lib/log'
import type { Sealer } from '@/lib/text/sealed-text'
import type { Clock } from '@/lib/time/clock'
import { findTimeStep, parseCode } from '@/services/auth/one-time-codes'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { Db } from '@/store/db/connections/open'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  deleteRecoveryCode,
  findConfirmedTwoFactor,
  type TwoFactorRow,
  updateTwoFactor,
} from '@/store/db/queries/accounts/two-factor'
import type { UserRow } from '@/store/db/queries/accounts/users'

interface Deps {
  db: Db
  clock: Clock
  log: Log
  sealer: Sealer
}

/**
 * Requires a code of a user with two-factor login, and uses it up in the transaction, so that it never works twice. The
 * code is one of the authenticator app or a recovery code. Does nothing if two-factor login is off.
 *
 * @throws 401 without a code, and for a code that is wrong or was used.
 */
export async function requireCode(
  tx: InTransaction<Deps>,
  user: Pick<UserRow, 'id' | 'role'>,
  code: string,
): Promise<void> {
  const twoFactor = await findConfirmedTwoFactor(tx.db, user.id)
  if (!twoFactor) return
  const typed = parseCode(code)
  if (!typed) throw new MissingCodeError()
  if (typed.kind === 'recovery') {
    if (!(await deleteRecoveryCode(tx.db, { userId: user.id, hash: typed.hash })))
      throw new WrongCodeError()
    await recordAudit(tx, actorOf(user), 'recovery_code_used', { subjectId: user.id })
    return
  }
  const step = findStep(tx, twoFactor, typed.code)
  if (step === undefined || step <= twoFactor.last_step) throw new WrongCodeError()
  await updateTwoFactor(tx.db, user.id, { last_step: step })
}

/**
 * Finds the time step of a code of the authenticator app. A secret that was encrypted with another key, because the key
 * of the server was replaced, has no valid codes; recovery codes still work.
 */
export function findStep(
  { clock, log, sealer }: Pick<Deps, 'clock' | 'log' | 'sealer'>,
  { user_id, sealed_secret }: TwoFactorRow,
  code: string,
): number | undefined {
  try {
    return findTimeStep(sealer.open(sealed_secret), code, clock.now())
  } catch (err) {
    log.error({ err, user: user_id }, 'could not decrypt a two-factor secret')
    return undefined
  }
}
