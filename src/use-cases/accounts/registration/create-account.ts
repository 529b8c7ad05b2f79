import { Failure, type FailureKind } from '@/lib/failure'
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
import {
  findUserByEmail,
  findUserByName,
  insertUser,
  type UserRow,
} from '@/store/db/queries/accounts/users'

export interface NewAccount {
  username: string
  email: string
  /** A random password is generated when absent. */
  password?: string
  lang: string
  tz: string
  role: Role
}

/** An account that was created for an administrator. */
export interface CreatedAccount {
  user: UserRow
  /** The generated password; undefined if it was given. */
  password: string | undefined
}

/**
 * Creates an active account for an administrator at the command line, regardless of the maximum number of accounts.
 *
 * @throws Error listing all problems of the credentials, or when the username or email address is taken.
 */
export async function createAccount(ctx: AppContext, input: NewAccount): Promise<CreatedAccount> {
  requireCredentials(input, ctx.config)
  const password = input.password ?? ctx.ids.secret(15)
  const passwordHash = await ctx.passwords.hash(password)
  const user = await transact(ctx, async (tx) => {
    if (await findUserByName(tx.db, input.username)) throw failure('denied', USERNAME_TAKEN)
    if (await findUserByEmail(tx.db, input.email))
      throw new Failure('denied', 'This user already exists. No action done.')
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
  return { user, password: input.password === undefined ? password : undefined }
}

/** Checks the credentials of a new account without reading the database. @throws Error listing all problems. */
export function requireCredentials(
  account: PasswordOwner & Pick<NewAccount, 'password'>,
  rules: PasswordRules,
): void {
  const problems = findCredentialProblems(account, rules)
  if (problems.length > 0) throw failure('usage', problems.join('\n'))
}

const failure = (kind: FailureKind, problems: string) =>
  new Failure(kind, `Error(s) occurred:\n${problems}`)
