import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addComment, type CommentInput, refreshComments } from '@/web/api/comments'
import { ErrorNote } from '@/web/components/ErrorNote'
import { levelOptions } from '@/web/components/level-options'
import { PlainSelect, plainOptions } from '@/web/components/PlainSelect'
import { t } from '@/web/i18n/text'
import classes from './Comments.module.css'

const EMPTY: CommentInput = { text: '', text_visibility: 'followers_only' }

export interface CommentFormProps {
  workoutId: string
  /** Whose workout it is, unless it is the writer's own. */
  owner?: string
}

/** Writes a comment. Those who are mentioned (@name) can read it too. */
export function CommentForm({ workoutId, owner }: CommentFormProps) {
  const client = useQueryClient()
  const form = useForm({ initialValues: EMPTY })
  const adding = useMutation({
    mutationFn: (input: CommentInput) => addComment(workoutId, input),
    onSuccess: (_, sent) => {
      // What was typed meanwhile is the next comment.
      if (form.getValues().text === sent.text) form.setFieldValue('text', '')
      return refreshComments(client)
    },
  })
  const levels = levelOptions()
  const { text, text_visibility } = form.values
  // Followers of the writer are not those of the owner: who answers somebody may write for nobody.
  const mayMissOwner = text_visibility === 'followers_only' && !text.includes(`@${owner}`)
  return (
    <form className={classes.form} onSubmit={form.onSubmit((input) => adding.mutate(input))}>
      <Textarea
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
        <PlainSelect
          bare
          label={t('level.label')}
          value={text_visibility}
          onChange={(value) => {
            const option = levels.find((level) => level.value === value)
            if (option) form.setFieldValue('text_visibility', option.value)
          }}
        >
          {plainOptions(levels)}
        </PlainSelect>
        <Button type="submit" loading={adding.isPending} disabled={text.trim() === ''}>
          {t('comments.add')}
        </Button>
      </div>
    </form>
  )
}
