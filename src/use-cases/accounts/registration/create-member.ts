import { badRequest, FieldErrors } from '@/lib/errors'
import { DAY } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'
import { issueActionToken } from '@/services/auth/action-tokens'
import { EMAIL_USED, findCredentialProblems, USERNAME_TAKEN } from '@/services/auth/credentials'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { accountWithoutPassword, accountWithPassword } from '@/services/mail/messages/registration'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { acceptInvitationTo } from '@/store/db/queries/accounts/invitations'
import {
  findUserByEmail,
  findUserByName,
  insertUser,
  type UserRow,
} from '@/store/db/queries/accounts/users'
import { requireMayMailLinkTo } from '@/use-cases/accounts/limit-mailed-links'
import { getUserDetail } from '@/use-cases/accounts/read-user'

/** Roles of new accounts. Administrators are appointed by changing the role of an existing account. */
export const NEW_ROLES = ['user', 'moderator'] as const

export interface NewMember {
  username: string
  email: string
  role?: (typeof NEW_ROLES)[number]
  /** The user chooses one if it is absent, or gets a random one if the server sends no email. */
  password?: string | null
  language?: unknown
  timezone?: unknown
}

/** Days for which the link for choosing the first password is valid. */
export const FIRST_PASSWORD_DAYS = 7
/** Length in bytes of the random password. */
const RANDOM_PASSWORD_BYTES = 15

/**
 * Creates an active account for an administrator, regardless of the registration mode and the maximum number of
 * accounts. Returns the random password if the user cannot be sent a link to choose one.
 *
 * @throws 400 listing all problems of the credentials, or when the username or email address is taken; 429 when the
 *   address has received too many links.
 */
export async function createMember(ctx: AppContext, caller: Caller, input: NewMember) {
  const given = input.password ?? undefined
  const { username, email } = input
  const problems = findCredentialProblems({ username, email, password: given }, ctx.config)
  if (problems.length > 0) throw new FieldErrors(problems, { isRegistration: true })
  const password = given ?? ctx.ids.secret(RANDOM_PASSWORD_BYTES)
  if (ctx.config.mail) await requireMayMailLinkTo(ctx, email)
  const passwordHash = await ctx.passwords.hash(password)
  const userId = await transact(ctx, async (tx) => {
    const user = await storeMember(tx, input, passwordHash)
    await recordAudit(tx, caller, 'account_created', {
      subjectId: user.id,
      details: { role: user.role },
    })
    await mailMember(tx, user, given !== undefined)
    return user.id
  })
  return {
    view: await getUserDetail(ctx, caller, userId),
    password: given === undefined && !ctx.config.mail ? password : null,
  }
}

async function storeMember(
  tx: InTransaction<AppContext>,
  { username, email, role = 'user', language, timezone }: NewMember,
  passwordHash: string,
): Promise<UserRow> {
  if (await findUserByName(tx.db, username)) throw badRequest(USERNAME_TAKEN)
  if (await findUserByEmail(tx.db, email))
    throw new FieldErrors([EMAIL_USED], { isRegistration: true })
  const now = tx.clock.now()
  const user = await insertUser(tx.db, {
    ...{ username, email, role },
    password_hash: passwordHash,
    is_active: 1,
    language: languageOrDefault(language),
    timezone: timezoneOrDefault(timezone),
    created_at: now,
  })
  await acceptInvitationTo(tx.db, email, { userId: user.id, at: now })
  return user
}

async function mailMember(
  tx: InTransaction<AppContext>,
  user: UserRow,
  hasPassword: boolean,
): Promise<void> {
  if (hasPassword) return postMail(tx, user, accountWithPassword)
  if (!tx.config.mail) return
  const token = await issueActionToken(tx, user.id, 'reset_password', FIRST_PASSWORD_DAYS * DAY)
  await postMail(tx, user, accountWithoutPassword(token))
}
