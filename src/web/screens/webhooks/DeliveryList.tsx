import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Delivery,
  deliveriesQuery,
  refreshWebhooks,
  retryDelivery,
} from '@/web/api/accounts/webhooks'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { type DatePreferences, formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { eventName } from './event-texts'
import classes from './Webhooks.module.css'

/** The latest deliveries of a webhook, with their outcome. */
export function DeliveryList({ webhookId }: { webhookId: number }) {
  const query = useQuery(deliveriesQuery(webhookId))
  const deliveries = query.data ?? []
  return (
    <>
      <LoadError queries={[query]} />
      {query.data && deliveries.length === 0 && <p>{t('webhooks.noDeliveries')}</p>}
      {deliveries.length > 0 && (
        <ul className={`${lists.list} ${classes.deliveries}`} aria-label={t('webhooks.deliveries')}>
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} webhookId={webhookId} delivery={delivery} />
          ))}
        </ul>
      )}
      <BusyButton
        variant="default"
        size="sm"
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {t('webhooks.refresh')}
      </BusyButton>
    </>
  )
}

function DeliveryItem({ webhookId, delivery }: { webhookId: number; delivery: Delivery }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const retry = useMutation({
    mutationFn: () => retryDelivery(webhookId, delivery.id),
    onSuccess: () => refreshWebhooks(client),
  })
  return (
    <li>
      <ItemRow
        name={`${eventName(delivery.event)} · ${dateAndTime(delivery.created_at, preferences)}`}
        facts={[formatState(delivery, preferences), formatOutcome(delivery)]}
        error={retry.error}
      >
        <BusyButton
          variant="default"
          size="sm"
          busy={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t('webhooks.retry')}
        </BusyButton>
      </ItemRow>
    </li>
  )
}

function dateAndTime(text: string, preferences: DatePreferences): string {
  const at = new Date(text)
  return `${formatDate(at, preferences)}, ${formatTime(at, preferences)}`
}

function formatState(
  { delivered_at, next_attempt_at }: Delivery,
  preferences: DatePreferences,
): string {
  if (delivered_at !== null) return t('webhooks.delivered')
  if (next_attempt_at === null) return t('webhooks.failed')
  const at = new Date(next_attempt_at)
  return t('webhooks.waiting', {
    date: formatDate(at, preferences),
    time: formatTime(at, preferences),
  })
}

/** The number of attempts, and the status or error of the last one. */
const formatOutcome = ({ attempts, last_status, last_error }: Delivery): string =>
  attempts === 0
    ? ''
    : t('webhooks.response', { attempts, status: last_status ?? last_error ?? '…' })
