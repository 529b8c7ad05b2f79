import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Invitation,
  invitationsQuery,
  refreshNewMembers,
  resendInvitation,
  revokeInvitation,
} from '@/web/api/accounts/new-members'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Badge } from '@/web/components/people/Badge'
import { type DatePreferences, formatDate } from '@/web/format/dates'
import { type TextKey, t } from '@/web/i18n/text'
import { showMessage } from '@/web/state/messages'
import { usePreferences } from '@/web/state/preferences'
import { SecretToPassOn } from './SecretToPassOn'

/** All invitations, newest first. */
export function InvitationList({ mails }: { mails: boolean }) {
  const list = useInfiniteQuery(invitationsQuery)
  const invitations = list.data?.pages.flatMap(({ data }) => data.invitations) ?? []
  return (
    <>
      <LoadError queries={[list]} />
      {list.data && invitations.length === 0 && <p>{t('invitations.none')}</p>}
      {invitations.length > 0 && (
        <ul className={lists.list} aria-label={t('invitations.title')}>
          {invitations.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} mails={mails} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </>
  )
}

const STATES: Readonly<Record<Invitation['state'], TextKey>> = {
  pending: 'invitations.pending',
  expired: 'invitations.expired',
  accepted: 'invitations.accepted',
  revoked: 'invitations.revoked',
}

/** An invitation; it can be sent again and revoked until it is accepted. */
function InvitationItem({ invitation, mails }: { invitation: Invitation; mails: boolean }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { id, email, state } = invitation
  const resending = useMutation({
    mutationFn: () => resendInvitation(id),
    onSuccess: (link) => {
      if (link === null) showMessage({ text: t('invitations.sent', { email }) })
      return refreshNewMembers(client)
    },
    // Do not cache the secret link.
    gcTime: 0,
  })
  const revoking = useMutation({
    mutationFn: () => revokeInvitation(id),
    onSuccess: () => refreshNewMembers(client),
  })
  return (
    <li>
      <ItemRow
        name={email}
        isOff={state === 'revoked' || state === 'expired'}
        badges={<Badge tone={state === 'accepted' ? 'good' : 'plain'}>{t(STATES[state])}</Badge>}
        facts={[listFacts(invitation, preferences).join(' · ')]}
        error={resending.error}
      >
        {(state === 'pending' || state === 'expired') && (
          <>
            <BusyButton
              size="sm"
              variant="default"
              busy={resending.isPending}
              onClick={() => resending.mutate()}
            >
              {t(mails ? 'invitations.resend' : 'invitations.newLink')}
            </BusyButton>
            <ConfirmButton
              label={t('tokens.revoke')}
              title={t('invitations.revokeTitle', { email })}
              text={t('invitations.revokeText')}
              confirm={t('tokens.revoke')}
              action={revoking}
            />
          </>
        )}
      </ItemRow>
      {resending.data && (
        <div className={lists.body}>
          <SecretToPassOn
            text={t('invitations.linkText')}
            label={t('invitations.link', { email })}
            value={resending.data}
            onDone={resending.reset}
          />
        </div>
      )}
    </li>
  )
}

function listFacts(invitation: Invitation, preferences: DatePreferences): string[] {
  const { invited_by: name, accepted_by: account, state } = invitation
  const date = formatDate(new Date(invitation.sent_at), preferences)
  const end = formatDate(new Date(invitation.expires_at), preferences)
  return [
    name === null ? t('invitations.on', { date }) : t('invitations.by', { name, date }),
    ...(state === 'pending' ? [t('invitations.until', { date: end })] : []),
    ...(account === null ? [] : [t('invitations.account', { name: account })]),
  ]
}
