import { credentialProblems, USERNAME_TAKEN } from '@/auth/credentials'
import { hashPassword, passwordMatches } from '@/auth/passwords'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { insertBlacklistedToken } from '@/db/queries/blacklisted-tokens'
import { countUsers, findUserByEmail, findUserByName, insertUser } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { badRequest, FieldErrors, forbidden, invalidCredentials } from '@/errors'
import { digestOf } from '@/lib/digest'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'
import { registrationIsOpen } from '@/policy/registration'
import type { Login, Registration } from './schema'

/** @throws 403 while no further account may register. */
export async function requireOpenRegistration(ctx: AppContext): Promise<void> {
  const settings = await getAppConfig(ctx.db)
  if (!registrationIsOpen(settings, await countUsers(ctx.db)))
    throw forbidden('error, registration is disabled')
}

/**
 * Creates an inactive account. An e-mail address that is already used creates nothing and says nothing.
 *
 * @throws 400 with the first problem: policy, credentials (all of them), username taken.
 */
export async function register(ctx: AppContext, input: Registration): Promise<void> {
  if (input.accepted_policy !== true)
    throw badRequest('sorry, you must agree privacy policy to register')
  const problems = credentialProblems(input)
  if (problems.length > 0) throw new FieldErrors(problems)
  const passwordHash = await hashPassword(input.password)
  await transact(ctx, async (tx) => {
    await requireOpenRegistration(tx)
    if (await findUserByName(tx.db, input.username)) throw badRequest(USERNAME_TAKEN)
    if (await findUserByEmail(tx.db, input.email)) return
    await insertUser(tx.db, {
      username: input.username,
      email: input.email,
      password_hash: passwordHash,
      language: languageOrDefault(input.language ?? input.lang),
      timezone: timezoneOrDefault(input.timezone),
      created_at: tx.clock.now(),
      accepted_policy_at: tx.clock.now(),
    })
  })
}

/**
 * The token of a new session.
 *
 * @throws 401 alike for an unknown address, a wrong password and an inactive account.
 */
export async function logIn(ctx: AppContext, { email, password }: Login): Promise<string> {
  const user = await findUserByEmail(ctx.db, email)
  const matches = await passwordMatches(password, user?.password_hash)
  if (!user || !matches || user.is_active === 0) throw invalidCredentials()
  return ctx.sessions.issue(user.id, user.session_epoch)
}

/** Ends the session of the caller's token. */
export async function logOut(ctx: AppContext, caller: Caller): Promise<void> {
  const session = await ctx.sessions.check(caller.token)
  if (!session.valid) return
  await insertBlacklistedToken(ctx.db, {
    token_hash: digestOf(caller.token),
    expires_at: session.claims.expiresAt,
    blacklisted_at: ctx.clock.now(),
  })
}
