import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CommentInput, createComment, refreshComments } from '@/web/api/accounts/comments'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { listVisibilityOptions } from '@/web/components/forms/visibility-options'
import { t } from '@/web/i18n/text'
import { findDraft, saveDraft } from '@/web/state/drafts'
import classes from './Comments.module.css'

const EMPTY: CommentInput = { text: '', text_visibility: 'followers_only' }

export interface CommentFormProps {
  workoutId: string
  /** Username of the workout's owner; undefined if it is the author of the comment. */
  owner?: string
}

/** Writes a comment. Mentioned users (@name) can always read it. */
export function CommentForm({ workoutId, owner }: CommentFormProps) {
  const client = useQueryClient()
  const draft = `comment.${workoutId}`
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useForm({
    initialValues: { ...EMPTY, text: findDraft(draft) ?? '' },
    onValuesChange: ({ text }) => saveDraft(draft, text),
  })
  const adding = useMutation({
    mutationFn: (input: CommentInput) => createComment(workoutId, input),
    onSuccess: (_, sent) => {
      // Text entered while the request was pending is preserved for the next comment.
      if (form.getValues().text === sent.text) {
        form.setFieldValue('text', '')
        saveDraft(draft, '')
        // The button is disabled without a text, and would lose the focus.
        field.current?.focus()
      }
      return refreshComments(client)
    },
  })
  const levels = listVisibilityOptions()
  const { text, text_visibility } = form.values
  // The author's followers need not include the owner of the workout, who might then not be able to read the comment.
  const mayMissOwner = text_visibility === 'followers_only' && !text.includes(`@${owner}`)
  return (
    <form className={classes.form} onSubmit={form.onSubmit((input) => adding.mutate(input))}>
      <Textarea
        ref={field}
        aria-label={t('comments.write')}
        placeholder={t('comments.write')}
        minRows={2}
        autosize
        size="md"
        {...form.getInputProps('text')}
      />
      {owner && text.trim() !== '' && mayMissOwner && (
        <p className={classes.reach}>{t('comments.reach', { name: owner })}</p>
      )}
      <ErrorNote error={adding.error} />
      <div className={classes.end}>
        <NativeSelect
          isLabelHidden
          label={t('level.label')}
          value={text_visibility}
          onChange={(value) => {
            const option = levels.find((level) => level.value === value)
            if (option) form.setFieldValue('text_visibility', option.value)
          }}
        >
          {renderOptions(levels)}
        </NativeSelect>
        <BusyButton type="submit" busy={adding.isPending} disabled={text.trim() === ''}>
          {t('comments.add')}
        </BusyButton>
      </div>
    </form>
  )
}
