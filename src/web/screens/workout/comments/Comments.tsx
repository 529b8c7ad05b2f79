import { useQuery } from '@tanstack/react-query'
import { commentsQuery } from '@/web/api/accounts/comments'
import { useSessionToken } from '@/web/api/client/session'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { t } from '@/web/i18n/text'
import { CommentForm, type CommentFormProps } from './CommentForm'
import { CommentItem } from './CommentItem'
import classes from './Comments.module.css'

/** The comments on the workout, and a form to add one. */
export function Comments({ workoutId, owner }: CommentFormProps) {
  const member = useSessionToken() !== null
  const { data: comments, error, refetch } = useQuery(commentsQuery(workoutId))
  if (!member && !comments?.length) return null
  return (
    <section aria-label={t('comments.title')}>
      <h2 className={classes.heading}>{t('comments.title')}</h2>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {comments && comments.length > 0 && (
        <ol className={classes.list}>
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </ol>
      )}
      {member && <CommentForm workoutId={workoutId} {...(owner && { owner })} />}
    </section>
  )
}
