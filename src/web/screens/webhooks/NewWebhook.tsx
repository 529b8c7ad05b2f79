import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createWebhook, refreshWebhooks, type WebhookEvent } from '@/web/api/accounts/webhooks'
import { Notice } from '@/web/components/feedback/Notice'
import { CopyField } from '@/web/components/forms/CopyField'
import { Form } from '@/web/components/forms/Form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { eventName } from './event-texts'
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
  const form = useForm({
    initialValues: { url: '', events: DEFAULT_EVENTS },
    validate: {
      url: (value) => (/^https?:\/\/./.test(value) ? null : t('webhooks.urlRule')),
      events: (value) => (value.length > 0 ? null : t('webhooks.eventsRule')),
    },
  })
  const submit = form.onSubmit((values) => creation.mutate(values, { onSuccess: form.reset }))
  if (creation.data) return <NewSecret secret={creation.data} onDone={creation.reset} />
  return (
    <Form once submit={t('webhooks.create')} saving={creation} onSubmit={submit}>
      <TextInput
        label={t('webhooks.url')}
        type="url"
        size="md"
        {...withHint(form.getInputProps('url'), t('webhooks.urlHint'))}
      />
      <Checkbox.Group label={t('webhooks.events')} size="md" {...form.getInputProps('events')}>
        <div className={classes.events}>
          {events.map((event) => (
            <Checkbox key={event} value={event} label={eventName(event)} description={event} />
          ))}
        </div>
      </Checkbox.Group>
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
