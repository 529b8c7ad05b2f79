import { Checkbox, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { WebhookEvent } from '@/web/api/accounts/webhooks'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { eventName } from './event-texts'
import classes from './Webhooks.module.css'

interface WebhookValues {
  url: string
  events: WebhookEvent[]
}

/** The state of a form with the URL and the events of a webhook. */
export const useWebhookForm = (initialValues: WebhookValues) =>
  useForm<WebhookValues>({
    initialValues,
    validate: {
      url: (value) => (/^https?:\/\/./.test(value) ? null : t('webhooks.urlRule')),
      events: (value) => (value.length > 0 ? null : t('webhooks.eventsRule')),
    },
  })

/** The fields for the URL and the events of a webhook. */
export function WebhookFields({
  form,
  events,
}: {
  form: UseFormReturnType<WebhookValues>
  /** The events that the account can choose. */
  events: readonly WebhookEvent[]
}) {
  return (
    <>
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
    </>
  )
}
