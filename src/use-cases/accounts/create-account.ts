import {
  credentialProblems,
  type PasswordOwner,
  type PasswordRules,
  USERNAME_TAKEN,
} from '@/auth/credentials'
import type { Role } from '@/caller'
import type { AppContext } from '@/context'
import { findUserByEmail, findUserByName, insertUser } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'

export interface NewAccount {
  username: string
  email: string
  /** A random one is made when absent. */
  password?: string
  lang: string
  tz: string
  role: Role
}

/**
 * Creates an active account on behalf of an administrator at the command line, regardless of the limit of accounts;
 * returns the lines to print.
 *
 * @throws Error with everything wrong in the credentials, or when name or address are taken.
 */
export async function createAccount(ctx: AppContext, input: NewAccount): Promise<string[]> {
  requireCredentials(input, ctx.config)
  const password = input.password ?? ctx.ids.secret(15)
  const passwordHash = await ctx.passwords.hash(password)
  const user = await transact(ctx, async (tx) => {
    if (await findUserByName(tx.db, input.username)) throw failure(USERNAME_TAKEN)
    if (await findUserByEmail(tx.db, input.email))
      throw new Error('This user already exists. No action done.')
    return insertUser(tx.db, {
      username: input.username,
      email: input.email,
      password_hash: passwordHash,
      role: input.role,
      is_active: 1,
      language: languageOrDefault(input.lang),
      timezone: timezoneOrDefault(input.tz),
      created_at: tx.clock.now(),
    })
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

/** @throws Error with everything wrong in the credentials of a new account, whether or not there is a database yet. */
export function requireCredentials(
  account: PasswordOwner & Pick<NewAccount, 'password'>,
  rules: PasswordRules,
): void {
  const problems = credentialProblems(account, rules)
  if (problems.length > 0) throw failure(problems.join('\n'))
}

const failure = (problems: string) => new Error(`Error(s) occurred:\n${problems}`)
