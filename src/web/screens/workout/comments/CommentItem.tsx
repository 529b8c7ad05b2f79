import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Comment } from '@/web/api/comments'
import { appealComment } from '@/web/api/sanctions'
import { Markdown } from '@/web/components/Markdown'
import { SanctionPanel } from '@/web/components/SanctionPanel'
import { UserPicture } from '@/web/components/UserPicture'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { CommentButtons } from './CommentButtons'
import classes from './Comments.module.css'
import { EditComment } from './EditComment'

/** One comment: who wrote it, what, and what can be done with it. */
export function CommentItem({ comment }: { comment: Comment }) {
  const [editing, edit] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const named = useLocation({ select: ({ hash }) => hash === comment.id })
  // The comments arrive after the page has looked for the place that its address names.
  useEffect(() => {
    if (named) item.current?.scrollIntoView({ block: 'center' })
  }, [named])
  const { username, picture } = comment.user
  return (
    <li ref={item} id={comment.id} className={classes.item} data-named={named}>
      <UserPicture username={username} picture={picture} size={36} />
      <div className={classes.head}>
        <Link to="/users/$username" params={{ username }}>
          {username}
        </Link>
        <CommentDates comment={comment} />
      </div>
      {editing ? (
        <div className={classes.text}>
          <EditComment comment={comment} onDone={() => edit(false)} />
        </div>
      ) : (
        <CommentText comment={comment} />
      )}
      <CommentButtons comment={comment} onEdit={() => edit(true)} />
    </li>
  )
}

function CommentDates({ comment }: { comment: Comment }) {
  const preferences = usePreferences()
  const date = new Date(comment.created_at)
  return (
    <>
      <time dateTime={date.toISOString()}>
        {formatDate(date, preferences)}, {formatTime(date, preferences)}
      </time>
      {comment.modification_date && <span>{t('comments.edited')}</span>}
    </>
  )
}

function CommentText({ comment: { id, text_html: html, suspension } }: { comment: Comment }) {
  return (
    <>
      <div className={classes.text}>
        {html === null ? t('comments.suspended') : <Markdown text={html} withHtml />}
      </div>
      {suspension && (
        <div className={classes.text}>
          <SanctionPanel sanction={suspension} onAppeal={(text) => appealComment(id, text)} />
        </div>
      )}
    </>
  )
}
