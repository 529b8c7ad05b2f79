import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '@/web/i18n/text'
import { SaveForm } from './SaveForm'

/** What shows decisions, by the names of its queries. */
const APPEALABLE = ['sanction', 'workout', 'comments']

/** Says once why a decision is wrong; everything about it is asked for again afterwards. */
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
    <SaveForm
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
    </SaveForm>
  )
}
