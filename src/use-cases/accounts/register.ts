import { badRequest, FieldErrors, forbidden, invalidPayload } from '@/lib/errors'
import { withMinimumDuration } from '@/lib/time/clock'
import { registrationIsOpen } from '@/policy/instance'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'
import { findCredentialProblems, USERNAME_TAKEN } from '@/services/auth/credentials'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { notify } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import {
  countUsers,
  findUserByEmail,
  findUserByName,
  insertUser,
  isSetUp,
} from '@/store/db/queries/accounts/users'
import { requestConfirmation } from './confirm-account'

export interface Registration {
  username: string
  email: string
  password: string
  /** Must be true. */
  accepted_policy: unknown
  lang?: unknown
  /** Alias of `lang`. */
  language?: unknown
  timezone?: unknown
}

/** @throws 403 while registration is closed. */
export async function requireOpenRegistration({ db }: Pick<AppContext, 'db'>): Promise<void> {
  const state = { isSetUp: await isSetUp(db), users: await countUsers(db) }
  if (!registrationIsOpen(await getAppConfig(db), state))
    throw forbidden('error, registration is disabled')
}

/**
 * Creates an inactive account and sends the confirmation link. If the address is already in use, nothing is created,
 * and neither the response nor its timing reveals this.
 *
 * @throws 400 with the first problem: policy, credentials (lists all their problems), username taken.
 */
export async function register(ctx: AppContext, input: Registration): Promise<void> {
  if (input.accepted_policy === undefined || input.accepted_policy === null)
    throw invalidPayload('accepted_policy')
  if (input.accepted_policy !== true)
    throw badRequest('sorry, you must agree privacy policy to register')
  const problems = findCredentialProblems(input, ctx.config)
  if (problems.length > 0) throw new FieldErrors(problems, { isRegistration: true })
  const passwordHash = await ctx.passwords.hash(input.password)
  await withMinimumDuration(ctx.clock, storeAccount(ctx, input, passwordHash))
}

const storeAccount = (ctx: AppContext, input: Registration, passwordHash: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await requireOpenRegistration(tx)
    if (await findUserByName(tx.db, input.username)) throw badRequest(USERNAME_TAKEN)
    if (await findUserByEmail(tx.db, input.email)) return
    const user = await insertUser(tx.db, {
      username: input.username,
      email: input.email,
      password_hash: passwordHash,
      language: languageOrDefault(input.language ?? input.lang),
      timezone: timezoneOrDefault(input.timezone),
      created_at: tx.clock.now(),
      accepted_policy_at: tx.clock.now(),
    })
    await recordAudit(tx, actorOf(user), 'account_created', { subjectId: user.id })
    await notify(tx, 'account_created', { userId: user.id })
    await requestConfirmation(tx, user)
  })
