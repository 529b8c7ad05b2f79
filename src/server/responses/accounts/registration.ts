import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { nullable, numericId, oneOf, text, timestamp } from '@/server/responses/fields'
import type { InvitationRow, NamedInvitation } from '@/store/db/queries/accounts/invitations'
import type { NamedRegistrationRequest } from '@/store/db/queries/accounts/registration-requests'

const INVITATION_STATES = ['pending', 'expired', 'accepted', 'revoked'] as const

export const invitation = Type.Object(
  {
    accepted_by: nullable(text('Username of the account that was created with it.')),
    created_at: timestamp('When the address was invited.'),
    email: text('The invited address.'),
    expires_at: timestamp('When the link stops working.'),
    id: numericId('Number of the invitation.'),
    invited_by: nullable(text('Username; null for the command line and deleted accounts.')),
    sent_at: timestamp('When the current link was created.'),
    state: oneOf(INVITATION_STATES, 'Whether it can still be used.'),
  },
  { $id: 'Invitation', description: 'An invitation to register, without its secret link.' },
)

/** An invitation that was just created or renewed. */
export const sentInvitation = Type.Object({
  invitation,
  link: nullable(
    text(
      'The link to pass on, on servers that send no email; null if it was emailed. It is returned only here; it cannot be retrieved later.',
    ),
  ),
})

const stateOf = (row: InvitationRow, now: number): (typeof INVITATION_STATES)[number] => {
  if (row.accepted_at !== null) return 'accepted'
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at > now ? 'pending' : 'expired'
}

export const presentInvitation = (
  row: NamedInvitation,
  now: number,
): Static<typeof invitation> => ({
  accepted_by: row.accepted_by_name,
  created_at: formatHttpDate(row.created_at),
  email: row.email,
  expires_at: formatHttpDate(row.expires_at),
  id: row.id,
  invited_by: row.invited_by_name,
  sent_at: formatHttpDate(row.sent_at),
  state: stateOf(row, now),
})

export const registrationRequest = Type.Object(
  {
    confirmed_at: nullable(timestamp('When the applicant confirmed the address; null: not yet.')),
    created_at: timestamp('When the applicant registered.'),
    email: text('The address of the applicant.'),
    reason: text('Why the applicant wants an account; empty if the app did not ask.'),
    username: text('The username of the applicant.'),
  },
  { $id: 'PendingRegistration', description: 'Someone who waits for the approval of an account.' },
)

export const presentRegistrationRequest = (
  row: NamedRegistrationRequest,
): Static<typeof registrationRequest> => ({
  confirmed_at: row.confirmed_at === null ? null : formatHttpDate(row.confirmed_at),
  created_at: formatHttpDate(row.created_at),
  email: row.email,
  reason: row.reason,
  username: row.username,
})
