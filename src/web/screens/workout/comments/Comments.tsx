import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
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
  const section = useRef<HTMLElement>(null)
  useFocusAfterDeletion(section, comments?.length ?? 0)
  if (!member && !comments?.length) return null
  return (
    <section ref={section} aria-label={t('comments.title')} tabIndex={-1}>
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

/** Moves the focus to the section if the focused element was deleted with a comment. */
function useFocusAfterDeletion(section: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true })
    before.current = count
  }, [section, count])
}
