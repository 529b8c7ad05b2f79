import { useQuery } from '@tanstack/react-query'
import { webhooksQuery } from '@/web/api/accounts/webhooks'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { NewWebhook } from './NewWebhook'
import { TopicForm } from './TopicForm'
import { WebhookItem } from './WebhookItem'

/** The webhooks of the account with their deliveries. */
export function WebhooksScreen() {
  const query = useQuery(webhooksQuery)
  const webhooks = query.data?.webhooks ?? []
  const available = query.data?.available_events ?? []
  return (
    <Page title={t('webhooks.title')}>
      <Panel title={t('webhooks.own')} text={t('webhooks.lead')}>
        <LoadError queries={[query]} />
        {query.data && webhooks.length === 0 && <p>{t('webhooks.none')}</p>}
        {webhooks.length > 0 && (
          <ul className={lists.list} aria-label={t('webhooks.own')}>
            {webhooks.map((webhook) => (
              <WebhookItem key={webhook.id} webhook={webhook} available={available} />
            ))}
          </ul>
        )}
        <HandbookLink topic="webhooks" />
      </Panel>
      <Panel title={t('webhooks.new')}>
        <NewWebhook events={available} />
      </Panel>
      <Panel title={t('webhooks.ntfy')} text={t('webhooks.ntfyLead')}>
        <TopicForm />
      </Panel>
    </Page>
  )
}
