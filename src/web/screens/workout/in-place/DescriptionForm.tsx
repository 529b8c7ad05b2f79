import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Form } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { t } from '@/web/i18n/text'
import { confirmLeaving } from '@/web/state/unsaved-changes'

const MAX_LENGTH = 10_000

/** A field for the description of a workout. A text that the server rejects stays in it, with the error. */
export function DescriptionForm({
  draft,
  text: before,
  onSave,
  onClose,
}: {
  /** Name of the draft that is stored while the text is edited. */
  draft: string
  text: string
  onSave: (text: string) => Promise<void>
  onClose: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { form, isDraft, deleteDraft } = useTextForm(draft, { initial: before, isOptional: true })
  useEffect(() => {
    // A page that is opened again with a draft does not scroll to it.
    if (!isDraft) field.current?.focus()
  }, [isDraft])
  const close = () => {
    deleteDraft()
    onClose()
  }
  const saving = useMutation({ mutationFn: onSave, onSuccess: close })
  return (
    <Form
      saving={saving}
      once
      button={{ size: 'sm' }}
      isDraft={isDraft}
      before={
        <Button variant="default" size="sm" onClick={close}>
          {t('form.cancel')}
        </Button>
      }
      onDiscard={deleteDraft}
      onSubmit={form.onSubmit(({ text }) =>
        text.trim() === before ? close() : saving.mutate(text.trim()),
      )}
    >
      <Textarea
        ref={field}
        aria-label={t('workout.description')}
        maxLength={MAX_LENGTH}
        minRows={4}
        autosize
        size="md"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // The same key would close the question.
          event.preventDefault()
          void confirmLeaving().then((isDiscarded) => isDiscarded && close())
        }}
        {...form.getInputProps('text')}
      />
    </Form>
  )
}
