import { badRequest, FieldErrors, forbidden, invalidPayload } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import { withMinimumDuration } from '@/lib/time/clock'
import { hasPlace, registrationIsOpen } from '@/policy/instance'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'
import { EMAIL_USED, findCredentialProblems, USERNAME_TAKEN } from '@/services/auth/credentials'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { notify } from '@/services/notifications/notify'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import {
  findValidInvitation,
  type InvitationRow,
  markInvitationAccepted,
} from '@/store/db/queries/accounts/invitations'
import { insertRegistrationRequest } from '@/store/db/queries/accounts/registration-requests'
import {
  countUsers,
  findUserByEmail,
  findUserByName,
  insertUser,
  isSetUp,
  type UserRow,
} from '@/store/db/queries/accounts/users'
import { toSqlBool } from '@/store/db/schema/columns'
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
  /** Why the applicant wants an account; needed if administrators approve registrations. */
  reason?: unknown
  /** The secret of an invitation. */
  invitation?: unknown
}

/** Characters. */
export const MAX_REASON_LENGTH = 1000

const INVALID_INVITATION = 'this invitation is invalid, expired or has been used already'
const OTHER_ADDRESS = 'email: the invitation was sent to another address'
const NO_REASON = `reason: 1 to ${MAX_REASON_LENGTH} characters required`

type Transaction = InTransaction<AppContext>

export const registrationClosed = () => forbidden('error, registration is disabled')

/**
 * Returns the invitation of a registration, if there is one. Invitations are valid in every mode, but not on a server
 * that has reached its maximum number of accounts or has no logins with passwords.
 *
 * @throws 403 while registration is closed, and for an invitation that is unknown, used, revoked or expired.
 */
export async function requireRegistration(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  secret: unknown,
): Promise<InvitationRow | undefined> {
  const { passwords } = config.login
  const settings = await getAppConfig(db)
  const state = { isSetUp: await isSetUp(db), users: await countUsers(db) }
  if (typeof secret !== 'string') {
    if (passwords !== 'on' || !registrationIsOpen(settings, state)) throw registrationClosed()
    return undefined
  }
  const invitation = await findValidInvitation(db, { hash: hashText(secret), now: clock.now() })
  if (!invitation) throw forbidden(INVALID_INVITATION)
  if (passwords === 'off' || !hasPlace(settings, state)) throw registrationClosed()
  return invitation
}

/**
 * Creates an account. It is inactive until the confirmation link is followed, and, if the server requires it, an
 * administrator approves it; with an invitation, it is active immediately. If the address is already in use, nothing is
 * created, and neither the response nor its timing reveals this, except to people who were invited.
 *
 * @throws 400 with the first problem: policy, credentials and reason (lists all their problems), username taken.
 */
export async function register(ctx: AppContext, input: Registration): Promise<void> {
  if (input.accepted_policy === undefined || input.accepted_policy === null)
    throw invalidPayload('accepted_policy')
  if (input.accepted_policy !== true)
    throw badRequest('sorry, you must agree privacy policy to register')
  const problems = [
    ...findCredentialProblems(input, ctx.config),
    ...(isReason(input.reason, await needsReason(ctx, input)) ? [] : [NO_REASON]),
  ]
  if (problems.length > 0) throw new FieldErrors(problems, { isRegistration: true })
  const passwordHash = await ctx.passwords.hash(input.password)
  await withMinimumDuration(ctx.clock, storeAccount(ctx, input, passwordHash))
}

/** A reason may be absent, because apps made for FitTrackee do not ask for one. */
function isReason(reason: unknown, isNeeded: boolean): boolean {
  if (reason === undefined) return true
  if (typeof reason !== 'string' || reason.length > MAX_REASON_LENGTH) return false
  return !isNeeded || reason.trim() !== ''
}

const needsReason = async ({ db }: Pick<AppContext, 'db'>, { invitation }: Registration) =>
  typeof invitation !== 'string' && (await getAppConfig(db)).registration_mode === 'approval'

const storeAccount = (ctx: AppContext, input: Registration, passwordHash: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const invitation = await requireRegistration(tx, input.invitation)
    if (invitation && invitation.email.toLowerCase() !== input.email.toLowerCase())
      throw new FieldErrors([OTHER_ADDRESS], { isRegistration: true })
    if (await findUserByName(tx.db, input.username)) throw badRequest(USERNAME_TAKEN)
    if (await findUserByEmail(tx.db, input.email)) {
      if (invitation) throw new FieldErrors([EMAIL_USED], { isRegistration: true })
      return
    }
    const user = await insertUser(tx.db, {
      username: input.username,
      email: input.email,
      password_hash: passwordHash,
      is_active: toSqlBool(invitation !== undefined),
      language: languageOrDefault(input.language ?? input.lang),
      timezone: timezoneOrDefault(input.timezone),
      created_at: tx.clock.now(),
      accepted_policy_at: tx.clock.now(),
    })
    await recordAudit(tx, actorOf(user), 'account_created', {
      subjectId: user.id,
      ...(invitation && { details: { invitation: invitation.id } }),
    })
    if (!invitation) return requestActivation(tx, user, input)
    await markInvitationAccepted(tx.db, invitation.id, { userId: user.id, at: tx.clock.now() })
    await notify(tx, 'account_created', { userId: user.id })
  })

/** Asks the user to confirm the address. Administrators hear of applicants only once that is done, if it is possible. */
async function requestActivation(
  tx: Transaction,
  user: UserRow,
  input: Registration,
): Promise<void> {
  if (await needsReason(tx, input)) {
    const reason = typeof input.reason === 'string' ? input.reason.trim() : ''
    await insertRegistrationRequest(tx.db, {
      user_id: user.id,
      reason,
      created_at: tx.clock.now(),
    })
  }
  if (!tx.config.mail || !(await needsReason(tx, input)))
    await notify(tx, 'account_created', { userId: user.id })
  await requestConfirmation(tx, user)
}
