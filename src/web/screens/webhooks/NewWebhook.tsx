import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createWebhook, refreshWebhooks, type WebhookEvent } from '@/web/api/accounts/webhooks'
import { Notice } from '@/web/components/feedback/Notice'
import { CopyField } from '@/web/components/forms/CopyField'
import { Form } from '@/web/components/forms/Form'
import { t } from '@/web/i18n/text'
import { useWebhookForm, WebhookFields } from './WebhookFields'
import classes from './Webhooks.module.css'

const DEFAULT_EVENTS: WebhookEvent[] = ['workout.created']

/** Creates a webhook, then shows its secret, which cannot be retrieved later. */
export function NewWebhook({ events }: { events: readonly WebhookEvent[] }) {
  const client = useQueryClient()
  const creation = useMutation({
    mutationFn: createWebhook,
    onSuccess: () => refreshWebhooks(client),
    // Do not cache the secret.
    gcTime: 0,
  })
  const form = useWebhookForm({ url: '', events: DEFAULT_EVENTS })
  const submit = form.onSubmit((values) => creation.mutate(values, { onSuccess: form.reset }))
  if (creation.data) return <NewSecret secret={creation.data} onDone={creation.reset} />
  return (
    <Form once submit={t('webhooks.create')} saving={creation} onSubmit={submit}>
      <WebhookFields form={form} events={events} />
    </Form>
  )
}

/** Shows the secret of a webhook, which cannot be retrieved later. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className={classes.secret}>
      <Notice>{t('webhooks.created')}</Notice>
      <CopyField label={t('webhooks.secret')} value={secret} />
      <Button variant="default" onClick={onDone}>
        {t('webhooks.done')}
      </Button>
    </div>
  )
}
