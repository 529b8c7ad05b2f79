import { badRequest, FieldErrors, forbidden } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'
import { EMAIL_USED, findCredentialProblems, USERNAME_TAKEN } from '@/services/auth/credentials'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  findUserByEmail,
  findUserByName,
  insertUser,
  isSetUp,
  type UserRow,
} from '@/store/db/queries/accounts/users'
import { startSession } from '@/use-cases/accounts/sessions/start-session'

/** The first account, for the person who runs the server. */
export interface OwnerAccount {
  /** The one-time token in the link that the server printed. */
  token: string
  username: string
  email: string
  password: string
  lang?: string
  timezone?: string
}

/** Whether the owner's account is still to be created. Accounts created at the command line do not count. */
export const setupIsOpen = async (ctx: Pick<AppContext, 'db'>): Promise<boolean> =>
  !(await isSetUp(ctx.db))

/**
 * Link to the page that creates the owner's account. Its token is valid until the process ends or the server is set up.
 */
export const setupLink = (ctx: AppContext): string =>
  `${ctx.config.uiUrl}/setup?token=${ctx.setupToken}`

/**
 * Creates the owner's account, already activated, and returns the token of a new session.
 *
 * @throws 403 when the token is wrong or the server is set up already; 400 listing all problems of the credentials, or
 * when the username or email address is taken.
 */
export async function createOwner(
  ctx: AppContext,
  { device, ...input }: OwnerAccount & { device: Device | undefined },
): Promise<{ token: string; owner: UserRow }> {
  if (input.token !== ctx.setupToken) throw forbidden('this setup link is not valid')
  const problems = findCredentialProblems(input, ctx.config)
  if (problems.length > 0) throw new FieldErrors(problems, { isRegistration: true })
  const passwordHash = await ctx.passwords.hash(input.password)
  const owner = await transact(ctx, async (tx) => {
    if (!(await setupIsOpen(tx))) throw forbidden('this server has been set up already')
    if (await findUserByName(tx.db, input.username)) throw badRequest(USERNAME_TAKEN)
    if (await findUserByEmail(tx.db, input.email))
      throw new FieldErrors([EMAIL_USED], { isRegistration: true })
    const created = await insertUser(tx.db, {
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
    await recordAudit(tx, actorOf(created), 'account_created', {
      subjectId: created.id,
      details: { role: created.role },
    })
    return created
  })
  return { token: await startSession(ctx, owner, { device, method: 'link' }), owner }
}
