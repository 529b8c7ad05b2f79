import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form } from '@/web/components/forms/Form'
import { t } from '@/web/i18n/text'

/** Keys of the queries whose data contains decisions and appeals. */
const APPEALABLE = ['sanction', 'workout', 'comments']

/** A form to appeal once against a moderator's decision. Afterwards all data about the decision is refetched. */
export function AppealForm({ onAppeal }: { onAppeal: (text: string) => Promise<void> }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? t('sanction.textRule') : null) },
  })
  const appeal = useMutation({
    mutationFn: onAppeal,
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => APPEALABLE.some((one) => one === name),
      }),
  })
  return (
    <Form
      submit={t('sanction.appeal')}
      saving={appeal}
      onSubmit={form.onSubmit(({ text }) => appeal.mutate(text))}
    >
      <Textarea
        label={t('sanction.text')}
        minRows={3}
        autosize
        size="md"
        {...form.getInputProps('text')}
      />
    </Form>
  )
}
