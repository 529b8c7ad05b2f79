import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteWebhook,
  refreshWebhooks,
  rotateSecret,
  switchWebhook,
  testWebhook,
  type Webhook,
  type WebhookEvent,
} from '@/web/api/accounts/webhooks'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ExpandButton } from '@/web/components/feedback/ExpandButton'
import { Notice } from '@/web/components/feedback/Notice'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { Badge } from '@/web/components/people/Badge'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { DeliveryList } from './DeliveryList'
import { EditWebhook } from './EditWebhook'
import { eventName } from './event-texts'
import { NewSecret } from './NewWebhook'
import { TopicForm } from './TopicForm'
import classes from './Webhooks.module.css'

/** A change of a webhook, after which the list is fetched again. */
function useChange(change: () => Promise<void>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => refreshWebhooks(client) })
}

interface WebhookItemProps {
  webhook: Webhook
  /** The events that the account can choose. */
  available: readonly WebhookEvent[]
}

/** A webhook with its events, what can be done with it, and its latest deliveries. */
export function WebhookItem({ webhook, available }: WebhookItemProps) {
  const { id, url, topic, events, disabled_at } = webhook
  const preferences = usePreferences()
  const { host } = new URL(url)
  const [secret, setSecret] = useState<string>()
  const test = useChange(() => testWebhook(id))
  const switching = useChange(() => switchWebhook(id, disabled_at !== null))
  const deletion = useChange(() => deleteWebhook(id))
  const rotation = useChange(async () => setSecret(await rotateSecret(id)))
  const since = disabled_at && formatDate(new Date(disabled_at), preferences)
  return (
    <li>
      <ItemRow
        name={topic === null ? url : new URL(topic, url).href}
        isOff={since !== null}
        badges={since !== null && <Badge tone="bad">{t('webhooks.off', { date: since })}</Badge>}
        facts={[events.map(eventName).join(' · ')]}
        error={test.error ?? switching.error}
      >
        <BusyButton variant="default" size="sm" busy={test.isPending} onClick={() => test.mutate()}>
          {t('webhooks.test')}
        </BusyButton>
        <BusyButton
          variant="default"
          size="sm"
          busy={switching.isPending}
          onClick={() => switching.mutate()}
        >
          {since === null ? t('webhooks.turnOff') : t('webhooks.turnOn')}
        </BusyButton>
        {topic === null && (
          <ConfirmButton
            label={t('webhooks.rotate')}
            title={t('webhooks.rotateTitle')}
            text={t('webhooks.rotateText')}
            confirm={t('webhooks.rotate')}
            action={rotation}
          />
        )}
        <ConfirmButton
          label={t('webhooks.delete')}
          title={t('webhooks.deleteTitle', { host })}
          text={t('webhooks.deleteText')}
          confirm={t('webhooks.delete')}
          action={deletion}
        />
      </ItemRow>
      <div className={classes.body}>
        {test.isSuccess && <Notice>{t('webhooks.tested')}</Notice>}
        {secret !== undefined && <NewSecret secret={secret} onDone={() => setSecret(undefined)} />}
        <WebhookDetails {...{ webhook, available }} />
      </div>
    </li>
  )
}

/** The form that edits a webhook, and its latest deliveries, each behind a button. */
function WebhookDetails({ webhook, available }: WebhookItemProps) {
  const { host } = new URL(webhook.url)
  const [isEditing, setEditing] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  return (
    <>
      <ExpandButton
        text={t('form.edit')}
        label={`${t('form.edit')}: ${host}`}
        expanded={isEditing}
        onToggle={() => setEditing(!isEditing)}
      />
      {isEditing && webhook.topic === null && (
        <EditWebhook {...{ webhook, available }} onDone={() => setEditing(false)} />
      )}
      {isEditing && webhook.topic !== null && (
        <TopicForm stored={webhook} onDone={() => setEditing(false)} />
      )}
      <ExpandButton
        text={t('webhooks.deliveries')}
        label={`${t('webhooks.deliveries')}: ${host}`}
        expanded={isExpanded}
        onToggle={() => setExpanded(!isExpanded)}
      />
      {isExpanded && <DeliveryList webhookId={webhook.id} />}
    </>
  )
}
