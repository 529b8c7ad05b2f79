import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CommentInput, createComment, refreshComments } from '@/web/api/accounts/comments'
import { Form } from '@/web/components/forms/Form'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { listVisibilityOptions, type Visibility } from '@/web/components/forms/visibility-options'
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
    validate: { text: (text) => (text.trim() === '' ? t('form.textRule') : null) },
    onValuesChange: ({ text }) => saveDraft(draft, text),
  })
  const adding = useMutation({
    mutationFn: (input: CommentInput) => createComment(workoutId, input),
    onSuccess: (_, sent) => {
      // Text entered while the request was pending is preserved for the next comment.
      if (form.getValues().text === sent.text) {
        form.setFieldValue('text', '')
        saveDraft(draft, '')
        field.current?.focus()
      }
      return refreshComments(client)
    },
  })
  const { text, text_visibility } = form.values
  // The author's followers need not include the owner of the workout, who might then not be able to read the comment.
  const mayMissOwner = text_visibility === 'followers_only' && !text.includes(`@${owner}`)
  return (
    <Form
      layout={classes.form}
      submit={t('comments.add')}
      button={{ size: 'sm' }}
      before={
        <LevelSelect
          level={text_visibility}
          onChange={(level) => form.setFieldValue('text_visibility', level)}
        />
      }
      saving={adding}
      once
      // The draft is there again when the page is.
      guarded={false}
      onSubmit={form.onSubmit((input) => adding.mutate(input))}
    >
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
    </Form>
  )
}

function LevelSelect({
  level,
  onChange,
}: {
  level: Visibility
  onChange: (level: Visibility) => void
}) {
  const levels = listVisibilityOptions()
  return (
    <div className={classes.level}>
      <NativeSelect
        isLabelHidden
        label={t('level.label')}
        value={level}
        onChange={(value) => {
          const option = levels.find((each) => each.value === value)
          if (option) onChange(option.value)
        }}
      >
        {renderOptions(levels)}
      </NativeSelect>
    </div>
  )
}
