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

/** Writes a comment. Those who are mentioned (@name) can read it too. */
export function CommentForm({ workoutId }: { workoutId: string }) {
  const client = useQueryClient()
  const form = useForm({ initialValues: EMPTY })
  const adding = useMutation({
    mutationFn: (input: CommentInput) => addComment(workoutId, input),
    onSuccess: () => {
      form.setFieldValue('text', '')
      return refreshComments(client)
    },
  })
  const levels = levelOptions()
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
      <ErrorNote error={adding.error} />
      <div className={classes.end}>
        <PlainSelect
          bare
          label={t('equipment.visibility')}
          value={form.values.text_visibility}
          onChange={(value) => {
            const option = levels.find((level) => level.value === value)
            if (option) form.setFieldValue('text_visibility', option.value)
          }}
        >
          {plainOptions(levels)}
        </PlainSelect>
        <Button type="submit" loading={adding.isPending} disabled={form.values.text.trim() === ''}>
          {t('comments.add')}
        </Button>
      </div>
    </form>
  )
}
