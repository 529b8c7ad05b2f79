import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { commentQuery } from '@/web/api/comments'
import { LoadError } from '@/web/components/LoadError'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { CommentItem } from '@/web/screens/workout/comments/CommentItem'
import classes from '@/web/screens/workout/comments/Comments.module.css'

const route = getRouteApi('/comments/$commentId')

/** A comment whose workout is gone; one that still has its workout is shown there. */
export function CommentScreen() {
  const { commentId } = route.useParams()
  const query = useQuery(commentQuery(commentId))
  const { data: comment } = query
  if (isNotFound(query.error)) return <NotFoundScreen />
  if (!comment) return <LoadError whole of={[query]} />
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
