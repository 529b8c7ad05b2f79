import { useForm } from '@mantine/form'
import { t } from '@/web/i18n/text'
import { findDraft, saveDraft } from '@/web/state/drafts'

/**
 * A form with one text. A draft of it is stored on this device until it is sent, so that closing the form or the page
 * loses nothing.
 */
export function useTextForm(
  /** Name of the draft, unique within the account. */
  draft: string,
  { initial = '', isOptional = false }: { initial?: string; isOptional?: boolean } = {},
) {
  const form = useForm({
    initialValues: { text: findDraft(draft) ?? initial },
    validate: {
      text: (text) => (isOptional || text.trim() !== '' ? null : t('form.textRule')),
    },
    onValuesChange: ({ text }) => saveDraft(draft, text === initial ? '' : text),
  })
  return {
    form,
    /** Whether the text began with a draft. */
    isDraft: form.getInitialValues().text !== initial,
    /** Deletes the draft, after the text was sent or discarded. */
    deleteDraft: () => saveDraft(draft, ''),
  }
}
