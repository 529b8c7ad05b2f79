import { credentialProblems, USERNAME_TAKEN } from '@/auth/credentials'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import {
  countUsers,
  findUserByEmail,
  findUserByName,
  insertUser,
  isSetUp,
} from '@/db/queries/users'
import { transact } from '@/db/transact'
import { badRequest, FieldErrors, forbidden, invalidPayload } from '@/errors'
import { inEvenTime } from '@/lib/clock'
import { notify } from '@/notify/notify'
import { registrationIsOpen } from '@/policy/instance'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'
import { askForConfirmation } from './confirm-account'

/** What a registration contains. */
export interface Registration {
  username: string
  email: string
  password: string
  /** Must be true. */
  accepted_policy: unknown
  lang?: unknown
  /** Another name of `lang`. */
  language?: unknown
  timezone?: unknown
}

/** @throws 403 while no further account may register. */
export async function requireOpenRegistration({ db }: Pick<AppContext, 'db'>): Promise<void> {
  const state = { isSetUp: await isSetUp(db), users: await countUsers(db) }
  if (!registrationIsOpen(await getAppConfig(db), state))
    throw forbidden('error, registration is disabled')
}

/**
 * Creates an inactive account and mails the confirmation link. For an address that is already in use nothing is
 * created, and neither the answer nor its time reveals it.
 *
 * @throws 400 with the first problem: policy, credentials (all of them), username taken.
 */
export async function register(ctx: AppContext, input: Registration): Promise<void> {
  if (input.accepted_policy === undefined || input.accepted_policy === null) throw invalidPayload()
  if (input.accepted_policy !== true)
    throw badRequest('sorry, you must agree privacy policy to register')
  const problems = credentialProblems(input, ctx.config)
  if (problems.length > 0) throw new FieldErrors(problems)
  const passwordHash = await ctx.passwords.hash(input.password)
  await inEvenTime(ctx.clock, storeAccount(ctx, input, passwordHash))
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
    await notify(tx, 'account_created', { userId: user.id })
    await askForConfirmation(tx, user)
  })
