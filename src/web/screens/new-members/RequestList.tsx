import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  approveRequest,
  type RegistrationRequest,
  refreshNewMembers,
  requestsQuery,
} from '@/web/api/accounts/new-members'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Badge } from '@/web/components/people/Badge'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { showMessage } from '@/web/state/messages'
import { usePreferences } from '@/web/state/preferences'
import classes from './NewMembers.module.css'
import { RejectDialog } from './RejectDialog'

/** People who wait for the approval of an account, oldest first. */
export function RequestList({ mails }: { mails: boolean }) {
  const list = useInfiniteQuery(requestsQuery)
  const requests = list.data?.pages.flatMap(({ data }) => data.registration_requests) ?? []
  const [rejected, reject] = useState<RegistrationRequest | null>(null)
  return (
    <>
      <LoadError queries={[list]} />
      {list.data && requests.length === 0 && <p>{t('requests.none')}</p>}
      {requests.length > 0 && (
        <ul className={lists.list} aria-label={t('requests.title')}>
          {requests.map((request) => (
            <RequestItem
              key={request.username}
              request={request}
              mails={mails}
              onReject={() => reject(request)}
            />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      <RejectDialog request={rejected} mails={mails} onClose={() => reject(null)} />
    </>
  )
}

function RequestItem({
  request,
  mails,
  onReject,
}: {
  request: RegistrationRequest
  mails: boolean
  onReject: () => void
}) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { username, email, reason } = request
  const approval = useMutation({
    mutationFn: () => approveRequest(username),
    onSuccess: () => {
      showMessage({ text: t('requests.approved', { username }) })
      return refreshNewMembers(client)
    },
  })
  const date = formatDate(new Date(request.created_at), preferences)
  return (
    <li>
      <ItemRow
        name={username}
        badges={
          mails && request.confirmed_at === null && <Badge>{t('requests.unconfirmed')}</Badge>
        }
        facts={[
          `${email} · ${t('requests.asked', { date })}`,
          reason !== '' && (
            <span key="reason" className={classes.reason}>
              {reason}
            </span>
          ),
        ]}
        error={approval.error}
      >
        <BusyButton size="sm" busy={approval.isPending} onClick={() => approval.mutate()}>
          {t('requests.approve')}
        </BusyButton>
        <Button size="sm" variant="default" aria-haspopup="dialog" onClick={onReject}>
          {t('requests.reject')}
        </Button>
      </ItemRow>
    </li>
  )
}
