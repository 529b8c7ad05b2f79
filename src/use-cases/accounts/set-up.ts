import { credentialProblems, EMAIL_USED, USERNAME_TAKEN } from '@/auth/credentials'
import type { AppContext } from '@/context'
import { findUserByEmail, findUserByName, insertUser, isSetUp } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { badRequest, FieldErrors, forbidden } from '@/errors'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'

/** The account of the person who runs the server. */
export interface OwnerAccount {
  /** The one-time token of the link that the server printed. */
  token: string
  username: string
  email: string
  password: string
  lang?: string
  timezone?: string
}

/** Whether the server waits for somebody who runs it; other accounts, made at the command line, do not count. */
export const setupIsOpen = async (ctx: Pick<AppContext, 'db'>): Promise<boolean> =>
  !(await isSetUp(ctx.db))

/** The page that creates the owner's account; its token dies with the process, or once the server is set up. */
export const setupLink = (ctx: AppContext): string =>
  `${ctx.config.uiUrl}/setup?token=${ctx.setupToken}`

/**
 * Creates the owner's account, active at once, and a session for it.
 *
 * @throws 403 for a wrong token or when the server is set up; 400 with everything wrong in the credentials, or when name or
 * address are taken.
 */
export async function createOwner(ctx: AppContext, input: OwnerAccount): Promise<string> {
  if (input.token !== ctx.setupToken) throw forbidden('this setup link is not valid')
  const problems = credentialProblems(input, ctx.config)
  if (problems.length > 0) throw new FieldErrors(problems)
  const passwordHash = await ctx.passwords.hash(input.password)
  const owner = await transact(ctx, async (tx) => {
    if (!(await setupIsOpen(tx))) throw forbidden('this server has been set up already')
    if (await findUserByName(tx.db, input.username)) throw badRequest(USERNAME_TAKEN)
    if (await findUserByEmail(tx.db, input.email)) throw new FieldErrors([EMAIL_USED])
    return insertUser(tx.db, {
      username: input.username,
      email: input.email,
      password_hash: passwordHash,
      role: 'owner',
      is_active: 1,
      language: languageOrDefault(input.lang),
      timezone: timezoneOrDefault(input.timezone),
      created_at: tx.clock.now(),
      accepted_policy_at: tx.clock.now(),
    })
  })
  return ctx.sessions.issue(owner.id, owner.session_epoch)
}
