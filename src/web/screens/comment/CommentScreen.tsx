import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { commentQuery } from '@/web/api/comments'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { CommentItem } from '@/web/screens/workout/comments/CommentItem'
import classes from '@/web/screens/workout/comments/Comments.module.css'

const route = getRouteApi('/comments/$commentId')

/** A comment whose workout is gone; one that still has its workout is shown there. */
export function CommentScreen() {
  const { commentId } = route.useParams()
  const { data: comment, error, refetch } = useQuery(commentQuery(commentId))
  if (isNotFound(error)) return <NotFoundScreen />
  if (error) return <ErrorPanel whole error={error} onRetry={refetch} />
  if (!comment) return null
  if (comment.workout_id) {
    const params = { workoutId: comment.workout_id }
    return <Navigate to="/workouts/$workoutId" params={params} hash={comment.id} replace />
  }
  return (
    <Page title={t('comments.one')} lead={t('comments.workoutGone')}>
      <ol className={classes.list}>
        <CommentItem comment={comment} />
      </ol>
    </Page>
  )
}
