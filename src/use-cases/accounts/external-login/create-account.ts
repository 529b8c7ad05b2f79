import { accountExists, noAccount, noUsableEmail } from '@/lib/errors'
import { hasPlace } from '@/policy/instance'
import { languageOrDefault, timezoneOrDefault } from '@/policy/preferences'
import { isEmail } from '@/services/auth/credentials'
import type { ExternalPerson } from '@/services/auth/oidc/read-identity'
import { suggestUsernames } from '@/services/auth/pick-username'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { notify } from '@/services/notifications/notify'
import type { InTransaction } from '@/store/db/connections/transact'
import { type AppConfigRow, getAppConfig } from '@/store/db/queries/accounts/app-config'
import {
  findOpenInvitationTo,
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
import { type LoginMethod, toSqlBool } from '@/store/db/schema/columns'
import {
  requestApproval,
  requestConfirmation,
} from '@/use-cases/accounts/registration/confirm-account'
import { registrationClosed } from '@/use-cases/accounts/registration/register'

type Transaction = InTransaction<AppContext>

/**
 * Creates an account without a password for a person whom a provider or a proxy has authenticated, if the settings and
 * the registration mode allow it. As with registration, it is inactive until an unverified address is confirmed and, if
 * the server requires it, an administrator approves it. An invitation of a verified address replaces both.
 *
 * @throws 403 when no account may be created, or another account has the address.
 */
export async function createExternalAccount(
  tx: Transaction,
  person: ExternalPerson,
  method: LoginMethod,
): Promise<UserRow> {
  const { email } = person
  if (email !== undefined && (await findUserByEmail(tx.db, email))) throw accountExists()
  if (!mayCreate(tx, person)) throw noAccount()
  if (email === undefined || !isEmail(email)) throw noUsableEmail()
  const settings = await getAppConfig(tx.db)
  const invitation = await requirePlace(tx, { ...person, email }, settings)
  const needsConfirmation = !person.isEmailVerified && tx.config.mail !== undefined
  const needsApproval = invitation === undefined && settings.registration_mode === 'approval'
  const user = await insertUser(tx.db, {
    username: await pickUsername(tx, person.username ?? email),
    email,
    password_hash: '',
    is_active: toSqlBool(!needsConfirmation && !needsApproval),
    language: languageOrDefault(person.language),
    timezone: timezoneOrDefault(person.timezone),
    created_at: tx.clock.now(),
  })
  await recordAudit(tx, actorOf(user), 'account_created', {
    subjectId: user.id,
    details: { method, ...(invitation && { invitation: invitation.id }) },
  })
  if (invitation)
    await markInvitationAccepted(tx.db, invitation.id, { userId: user.id, at: user.created_at })
  await requestActivation(tx, user, { needsConfirmation, needsApproval })
  return user
}

async function requestActivation(
  tx: Transaction,
  user: UserRow,
  { needsConfirmation, needsApproval }: { needsConfirmation: boolean; needsApproval: boolean },
): Promise<void> {
  if (needsApproval)
    await insertRegistrationRequest(tx.db, {
      user_id: user.id,
      reason: '',
      created_at: user.created_at,
    })
  else await notify(tx, 'account_created', { userId: user.id })
  if (needsConfirmation) await requestConfirmation(tx, user)
  else if (needsApproval) await requestApproval(tx, user.id)
}

function mayCreate({ config }: Pick<AppContext, 'config'>, { groups }: ExternalPerson): boolean {
  const { creation } = config.login
  if (typeof creation === 'string') return creation === 'everyone'
  return groups.some((group) => creation.includes(group))
}

/**
 * Returns the invitation of a person, if there is one. Only a verified address shows that it is theirs.
 *
 * @throws 403 when the server is full, and without an invitation unless registration is open.
 */
async function requirePlace(
  { db, clock }: Transaction,
  { email, isEmailVerified }: ExternalPerson & { email: string },
  settings: AppConfigRow,
): Promise<InvitationRow | undefined> {
  const state = { isSetUp: await isSetUp(db), users: await countUsers(db) }
  if (!hasPlace(settings, state)) throw registrationClosed()
  const found = isEmailVerified ? await findOpenInvitationTo(db, email) : undefined
  if (found && found.expires_at > clock.now()) return found
  if (!['open', 'approval'].includes(settings.registration_mode)) throw registrationClosed()
  return undefined
}

/** Returns a free username that resembles the name of a person. */
async function pickUsername({ db }: Transaction, wish: string): Promise<string> {
  for (const username of suggestUsernames(wish))
    if (!(await findUserByName(db, username))) return username
  throw new Error('no username is free')
}
