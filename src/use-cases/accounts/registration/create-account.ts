import type { Role } from '@/policy/caller'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'
import {
  findCredentialProblems,
  type PasswordOwner,
  type PasswordRules,
  USERNAME_TAKEN,
} from '@/services/auth/credentials'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { acceptInvitationTo } from '@/store/db/queries/accounts/invitations'
import { findUserByEmail, findUserByName, insertUser } from '@/store/db/queries/accounts/users'

export interface NewAccount {
  username: string
  email: string
  /** A random password is generated when absent. */
  password?: string
  lang: string
  tz: string
  role: Role
}

/**
 * Creates an active account for an administrator at the command line, regardless of the maximum number of accounts.
 * Returns the lines to print.
 *
 * @throws Error listing all problems of the credentials, or when the username or email address is taken.
 */
export async function createAccount(ctx: AppContext, input: NewAccount): Promise<string[]> {
  requireCredentials(input, ctx.config)
  const password = input.password ?? ctx.ids.secret(15)
  const passwordHash = await ctx.passwords.hash(password)
  const user = await transact(ctx, async (tx) => {
    if (await findUserByName(tx.db, input.username)) throw failure(USERNAME_TAKEN)
    if (await findUserByEmail(tx.db, input.email))
      throw new Error('This user already exists. No action done.')
    const created = await insertUser(tx.db, {
      username: input.username,
      email: input.email,
      password_hash: passwordHash,
      role: input.role,
      is_active: 1,
      language: languageOrDefault(input.lang),
      timezone: timezoneOrDefault(input.tz),
      created_at: tx.clock.now(),
    })
    await acceptInvitationTo(tx.db, created.email, { userId: created.id, at: created.created_at })
    await recordAudit(tx, 'command', 'account_created', {
      subjectId: created.id,
      details: { role: input.role },
    })
    return created
  })
  return [
    `User '${user.username}' created.`,
    ...(user.language === input.lang
      ? []
      : [`The user preference for interface language is: ${user.language}`]),
    ...(user.timezone === input.tz
      ? []
      : [`The user preference for timezone is: ${user.timezone}`]),
    ...(input.password === undefined ? [`The user password is: ${password}`] : []),
  ]
}

/** Checks the credentials of a new account without reading the database. @throws Error listing all problems. */
export function requireCredentials(
  account: PasswordOwner & Pick<NewAccount, 'password'>,
  rules: PasswordRules,
): void {
  const problems = findCredentialProblems(account, rules)
  if (problems.length > 0) throw failure(problems.join('\n'))
}

const failure = (problems: string) => new Error(`Error(s) occurred:\n${problems}`)
