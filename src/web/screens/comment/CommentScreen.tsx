import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { commentQuery } from '@/web/api/accounts/comments'
import { isNotFound } from '@/web/api/client/api-error'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { CommentItem } from '@/web/screens/workout/comments/CommentItem'
import classes from '@/web/screens/workout/comments/Comments.module.css'

const route = getRouteApi('/comments/$commentId')

/** A comment whose workout was deleted; other comments are shown on the page of their workout. */
export function CommentScreen() {
  const { commentId } = route.useParams()
  const query = useQuery(commentQuery(commentId))
  const { data: comment } = query
  if (isNotFound(query.error)) return <NotFoundScreen />
  if (!comment) return <LoadError whole queries={[query]} />
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
