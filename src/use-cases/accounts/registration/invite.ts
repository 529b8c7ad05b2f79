import { badRequest, FieldErrors, notFound } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import { DAY } from '@/lib/time/clock'
import { languageOrDefault } from '@/policy/preferences'
import { EMAIL_USED, findEmailProblems } from '@/services/auth/credentials'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import type { Recipient } from '@/services/mail/message'
import { invitation, invitationPath } from '@/services/mail/messages/registration'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  findOpenInvitation,
  findOpenInvitationTo,
  getInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  markInvitationRevoked,
  type NamedInvitation,
  renewInvitation,
} from '@/store/db/queries/accounts/invitations'
import { findUserByEmail } from '@/store/db/queries/accounts/users'
import type { PageRequest } from '@/store/db/sql'
import { requireMayMailLinkTo } from '@/use-cases/accounts/limit-mailed-links'
import { requireRegistration } from './register'

export interface InvitationInput {
  email: string
  /** Of the email; English if it is unknown. */
  language?: unknown
}

export const INVITATION_DAYS = 7

/** 40 characters in base64url. */
const SECRET_BYTES = 30

/** An invitation that was just sent. */
interface SentInvitation {
  invitation: NamedInvitation
  /** The link to pass on; undefined if it was emailed. */
  link: string | undefined
}

type Transaction = InTransaction<AppContext>

/**
 * Invites someone by email. On a server that sends no email, the link is returned, and cannot be retrieved later.
 *
 * @throws 400 when the address is invalid, or has an account or an open invitation; 429 when it has received too many
 *   links.
 */
export async function invite(
  ctx: AppContext,
  actor: Actor,
  { email, language }: InvitationInput,
): Promise<SentInvitation> {
  const problems = findEmailProblems(email)
  if (problems.length > 0) throw new FieldErrors(problems, { isRegistration: true })
  if (ctx.config.mail) await requireMayMailLinkTo(ctx, email)
  return transact(ctx, async (tx) => {
    if (await findUserByEmail(tx.db, email))
      throw new FieldErrors([EMAIL_USED], { isRegistration: true })
    if (await findOpenInvitationTo(tx.db, email))
      throw badRequest('this address is already invited')
    const { secret, ...renewed } = newSecret(tx)
    const { id } = await insertInvitation(tx.db, {
      ...renewed,
      email,
      language: languageOrDefault(language),
      invited_by: typeof actor === 'object' ? actor.userId : null,
      created_at: tx.clock.now(),
    })
    await recordAudit(tx, actor, 'invitation_created', { details: { invitation: id } })
    return deliver(tx, id, secret)
  })
}

/**
 * Sends an invitation again, with another secret and for another week.
 *
 * @throws 404 when it is not open; 429 when the address has received too many links.
 */
export async function resendInvitation(
  ctx: AppContext,
  actor: Actor,
  id: number,
): Promise<SentInvitation> {
  const { email } = await requireOpenInvitation(ctx, id)
  if (ctx.config.mail) await requireMayMailLinkTo(ctx, email)
  return transact(ctx, async (tx) => {
    await requireOpenInvitation(tx, id)
    const { secret, ...renewed } = newSecret(tx)
    await renewInvitation(tx.db, id, renewed)
    await recordAudit(tx, actor, 'invitation_resent', { details: { invitation: id } })
    return deliver(tx, id, secret)
  })
}

/** Revokes an invitation, so that its link no longer works. @throws 404 when it is not open. */
export const revokeInvitation = (ctx: AppContext, actor: Actor, id: number): Promise<void> =>
  transact(ctx, async (tx) => {
    await requireOpenInvitation(tx, id)
    await markInvitationRevoked(tx.db, id, tx.clock.now())
    await recordAudit(tx, actor, 'invitation_revoked', { details: { invitation: id } })
  })

/** Returns one page of all invitations, newest first. */
export const readInvitations = ({ db }: Pick<AppContext, 'db'>, page: PageRequest) =>
  listInvitations(db, page)

/** Returns the invitation with a secret, for the registration form. @throws 403 when it is invalid. */
export async function openInvitation(ctx: AppContext, secret: string): Promise<InvitationRow> {
  const found = await requireRegistration(ctx, secret)
  if (!found) throw notFound(NO_INVITATION)
  return found
}

const NO_INVITATION = 'invitation not found'

async function requireOpenInvitation(
  { db }: Pick<AppContext, 'db'>,
  id: number,
): Promise<InvitationRow> {
  const found = await findOpenInvitation(db, id)
  if (!found) throw notFound(NO_INVITATION)
  return found
}

function newSecret({ ids, clock }: Pick<AppContext, 'ids' | 'clock'>) {
  const secret = ids.secret(SECRET_BYTES)
  const now = clock.now()
  return {
    secret,
    secret_hash: hashText(secret),
    sent_at: now,
    expires_at: now + INVITATION_DAYS * DAY,
  }
}

async function deliver(tx: Transaction, id: number, secret: string): Promise<SentInvitation> {
  const sent = await getInvitation(tx.db, id)
  if (!tx.config.mail)
    return { invitation: sent, link: `${tx.config.uiUrl}${invitationPath(secret)}` }
  await postMail(tx, recipientOf(sent), invitation(secret))
  return { invitation: sent, link: undefined }
}

/** People without an account are addressed by their email address. */
const recipientOf = ({ email, language }: InvitationRow): Recipient => ({
  username: email,
  email,
  language,
  timezone: 'UTC',
  date_format: 'yyyy-MM-dd',
})
