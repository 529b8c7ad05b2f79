import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createTopic,
  editTopic,
  type NtfyTopic,
  refreshWebhooks,
  type Webhook,
} from '@/web/api/accounts/webhooks'
import { Form } from '@/web/components/forms/Form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/

/** Adds a topic of an ntfy server, or edits one. The stored token is not shown. */
export function TopicForm({ stored, onDone }: { stored?: Webhook; onDone?: () => void }) {
  const client = useQueryClient()
  const form = useForm<NtfyTopic>({
    initialValues: { url: stored?.url ?? '', topic: stored?.topic ?? '', token: '' },
    validate: {
      url: (value) => (/^https?:\/\/[^/?#]+\/?$/.test(value) ? null : t('webhooks.urlRule')),
      topic: (value) => (TOPIC.test(value) ? null : t('webhooks.ntfyTopicRule')),
    },
  })
  const saving = useMutation({
    mutationFn: (values: NtfyTopic) =>
      stored ? editTopic(stored.id, values) : createTopic(values),
    onSuccess: async () => {
      form.reset()
      await refreshWebhooks(client)
      onDone?.()
    },
    // Do not cache the token.
    gcTime: 0,
  })
  const submit = form.onSubmit((values) => saving.mutate(values))
  const label = stored ? t('form.save') : t('webhooks.ntfyCreate')
  return (
    <Form once submit={label} saving={saving} onSubmit={submit}>
      <TextInput
        label={t('webhooks.ntfyServer')}
        type="url"
        size="md"
        {...withHint(form.getInputProps('url'), t('webhooks.ntfyServerHint'))}
      />
      <TextInput label={t('webhooks.ntfyTopic')} size="md" {...form.getInputProps('topic')} />
      <PasswordInput
        label={t('webhooks.ntfyToken')}
        size="md"
        autoComplete="off"
        {...form.getInputProps('token')}
        {...(stored && { description: t('webhooks.ntfyTokenHint') })}
      />
    </Form>
  )
}
