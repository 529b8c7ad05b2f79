import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { t } from '@/web/i18n/text'

/** Keys of the queries whose data contains decisions and appeals. */
const APPEALABLE = ['sanction', 'workout', 'comments']

/** A form to appeal once against a moderator's decision. Afterwards all data about the decision is refetched. */
export function AppealForm({
  decision,
  onAppeal,
}: {
  /** Identifies the decision among those about the account. */
  decision: string
  onAppeal: (text: string) => Promise<void>
}) {
  const client = useQueryClient()
  const { form, isDraft, deleteDraft } = useTextForm(`appeal.${decision}`)
  const appeal = useMutation({
    mutationFn: onAppeal,
    onSuccess: () => {
      deleteDraft()
      return client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => APPEALABLE.some((one) => one === name),
      })
    },
  })
  return (
    <Form
      submit={t('sanction.appeal')}
      saving={appeal}
      isDraft={isDraft}
      onDiscard={deleteDraft}
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
