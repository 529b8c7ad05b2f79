import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Comment, deleteComment, likeComment, refreshComments } from '@/web/api/comments'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { LikeButton } from '@/web/components/LikeButton'
import { ReportButton } from '@/web/components/ReportButton'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import classes from './Comments.module.css'

/** What can be done with a comment: by everybody, and by who wrote it. */
export function CommentButtons({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const client = useQueryClient()
  const profile = useProfile()
  const refresh = () => refreshComments(client)
  const liking = useMutation({ mutationFn: likeComment, onSettled: refresh })
  const deletion = useMutation({ mutationFn: () => deleteComment(comment.id), onSuccess: refresh })
  const own = profile?.username === comment.user.username
  return (
    <div className={classes.buttons}>
      <LikeButton
        liked={comment.liked}
        count={comment.likes_count}
        thing={{ kind: 'comment', id: comment.id }}
        member={profile !== undefined}
        busy={liking.isPending}
        error={liking.error}
        size="compact-sm"
        onLike={(like) => liking.mutate({ id: comment.id, like })}
      />
      {own && (
        <>
          <Button variant="default" size="compact-sm" onClick={onEdit}>
            {t('form.edit')}
          </Button>
          <ConfirmButton
            label={t('comments.delete')}
            title={t('comments.deleteTitle')}
            text={t('comments.deleteText')}
            confirm={t('comments.delete')}
            size="compact-sm"
            action={deletion}
          />
        </>
      )}
      {profile && !own && !comment.suspended && (
        <ReportButton thing={{ object_type: 'comment', object_id: comment.id }} look="small" />
      )}
    </div>
  )
}
