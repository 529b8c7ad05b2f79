import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Comment, deleteComment, likeComment, refreshComments } from '@/web/api/comments'
import { appealComment } from '@/web/api/sanctions'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { LikeButton } from '@/web/components/LikeButton'
import { RichText } from '@/web/components/RichText'
import { SanctionPanel } from '@/web/components/SanctionPanel'
import { UserPicture } from '@/web/components/UserPicture'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import classes from './Comments.module.css'

/** One comment: who wrote it, what, and what can be done with it. */
export function CommentItem({ comment, workoutId }: { comment: Comment; workoutId: string }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const profile = useProfile()
  const refresh = () => refreshComments(client, workoutId)
  const liking = useMutation({ mutationFn: likeComment, onSettled: refresh })
  const deletion = useMutation({
    mutationFn: () => deleteComment(comment.id),
    onSuccess: refresh,
  })
  const item = useRef<HTMLLIElement>(null)
  const named = useLocation({ select: ({ hash }) => hash === comment.id })
  // The comments arrive after the page has looked for the place that its address names.
  useEffect(() => {
    if (named) item.current?.scrollIntoView({ block: 'center' })
  }, [named])
  const { username, picture } = comment.user
  const date = new Date(comment.created_at)
  return (
    <li ref={item} id={comment.id} className={classes.item} data-named={named}>
      <UserPicture username={username} picture={picture} size={36} />
      <div className={classes.head}>
        <Link to="/users/$username" params={{ username }}>
          {username}
        </Link>
        <time dateTime={date.toISOString()}>
          {formatDate(date, preferences)}, {formatTime(date, preferences)}
        </time>
      </div>
      <div className={classes.text}>
        {comment.text_html === null ? (
          t('comments.suspended')
        ) : (
          <RichText html={comment.text_html} />
        )}
      </div>
      {comment.suspension && (
        <div className={classes.text}>
          <SanctionPanel
            sanction={comment.suspension}
            onAppeal={(text) => appealComment(comment.id, text)}
          />
        </div>
      )}
      <div className={classes.buttons}>
        <LikeButton
          liked={comment.liked}
          count={comment.likes_count}
          member={profile !== undefined}
          busy={liking.isPending}
          size="compact-sm"
          onLike={(like) => liking.mutate({ id: comment.id, like })}
        />
        {profile?.username === username && (
          <ConfirmButton
            label={t('comments.delete')}
            title={t('comments.deleteTitle')}
            text={t('comments.deleteText')}
            confirm={t('comments.delete')}
            size="compact-sm"
            action={deletion}
          />
        )}
      </div>
    </li>
  )
}
