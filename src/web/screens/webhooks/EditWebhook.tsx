import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  editWebhook,
  refreshWebhooks,
  type Webhook,
  type WebhookEvent,
} from '@/web/api/accounts/webhooks'
import { Form } from '@/web/components/forms/Form'
import { useWebhookForm, WebhookFields } from './WebhookFields'

/** Edits the URL and the events of a webhook. Its secret and its deliveries stay. */
export function EditWebhook({
  webhook: { id, url, events },
  available,
  onDone,
}: {
  webhook: Webhook
  /** The events that the account can choose. */
  available: readonly WebhookEvent[]
  onDone: () => void
}) {
  const client = useQueryClient()
  const form = useWebhookForm({ url, events: events.filter((event) => available.includes(event)) })
  const saving = useMutation({
    mutationFn: (values: typeof form.values) => editWebhook(id, values),
    onSuccess: async () => {
      await refreshWebhooks(client)
      onDone()
    },
  })
  return (
    <Form once saving={saving} onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      <WebhookFields form={form} events={available} />
    </Form>
  )
}
