import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Comment, editComment, refreshComments } from '@/web/api/comments'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './Comments.module.css'
import { commentSource } from './comment-source'

/** Changes the text of an own comment; who may read it stays as it was. */
export function EditComment({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const client = useQueryClient()
  const [text, setText] = useState(commentSource(comment.text ?? ''))
  const saving = useMutation({
    mutationFn: () => editComment({ id: comment.id, text: text.trim() }),
    onSuccess: async () => {
      await refreshComments(client)
      onDone()
    },
  })
  return (
    <div className={classes.form}>
      <Textarea
        aria-label={t('comments.editText')}
        autoFocus
        minRows={2}
        autosize
        size="md"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ErrorNote error={saving.error} />
      <div className={classes.end}>
        <Button variant="default" onClick={onDone}>
          {t('form.cancel')}
        </Button>
        <Button
          disabled={text.trim() === ''}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t('form.save')}
        </Button>
      </div>
    </div>
  )
}
