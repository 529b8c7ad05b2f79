import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type Comment,
  deleteComment,
  editComment,
  likeComment,
  refreshComments,
} from '@/web/api/accounts/comments'
import { appealComment } from '@/web/api/accounts/sanctions'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { Form } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { ModerateButton } from '@/web/components/moderation/ModerateButton'
import { Markdown } from '@/web/components/page/Markdown'
import { LikeButton } from '@/web/components/people/LikeButton'
import { ReportButton } from '@/web/components/people/ReportButton'
import { SanctionPanel } from '@/web/components/people/SanctionPanel'
import { UserPicture } from '@/web/components/people/UserPicture'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { findDraft } from '@/web/state/drafts'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { useRoleOver } from '@/web/state/role'
import classes from './Comments.module.css'

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
}

/** The original text of a comment: the server stores it with escaped markup characters. */
const commentSource = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)

/** One comment with its author and actions. */
export function CommentItem({ comment }: { comment: Comment }) {
  const [editing, edit] = useState(() => findDraft(`comment.${comment.id}`) !== undefined)
  const editButton = useRef<HTMLButtonElement>(null)
  const item = useRef<HTMLLIElement>(null)
  const named = useLocation({ select: ({ hash }) => hash === comment.id })
  // The comments load after the browser has looked for the element in the URL's fragment.
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
          <EditComment
            comment={comment}
            onDone={() => {
              // The focused button disappears with the form.
              editButton.current?.focus()
              edit(false)
            }}
          />
        </div>
      ) : (
        <CommentText comment={comment} />
      )}
      <CommentButtons comment={comment} editButton={editButton} onEdit={() => edit(true)} />
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

/** The actions on a comment: those for every reader, and those for its author. */
function CommentButtons({
  comment,
  editButton,
  onEdit,
}: {
  comment: Comment
  editButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}) {
  const client = useQueryClient()
  const profile = useProfile()
  const refresh = () => refreshComments(client)
  const liking = useMutation({ mutationFn: likeComment, onSettled: refresh })
  const deletion = useMutation({ mutationFn: () => deleteComment(comment.id), onSuccess: refresh })
  const own = profile?.username === comment.user.username
  const moderates = useRoleOver(comment.user.role)
  return (
    <div className={classes.buttons}>
      {!comment.suspended && (
        <LikeButton
          liked={comment.liked}
          count={comment.likes_count}
          target={{ kind: 'comment', id: comment.id }}
          member={profile !== undefined}
          busy={liking.isPending}
          error={liking.error}
          size="compact-sm"
          onLike={(like) => liking.mutate({ id: comment.id, like })}
        />
      )}
      {own && (
        <>
          <Button ref={editButton} variant="default" size="compact-sm" onClick={onEdit}>
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
        <ReportButton target={{ object_type: 'comment', object_id: comment.id }} variant="small" />
      )}
      {moderates && !own && (
        <ModerateButton
          user={comment.user}
          content={{ type: 'comment', id: comment.id, suspended: comment.suspended === true }}
        />
      )}
    </div>
  )
}

/** Edits the text of the user's comment; its visibility does not change. */
function EditComment({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const client = useQueryClient()
  const { form, isDraft, deleteDraft } = useTextForm(`comment.${comment.id}`, {
    initial: commentSource(comment.text ?? ''),
  })
  const saving = useMutation({
    mutationFn: (text: string) => editComment({ id: comment.id, text: text.trim() }),
    onSuccess: async () => {
      deleteDraft()
      await refreshComments(client)
      onDone()
    },
  })
  const cancel = () => {
    deleteDraft()
    onDone()
  }
  return (
    <Form
      layout={classes.form}
      before={
        <Button variant="default" onClick={cancel}>
          {t('form.cancel')}
        </Button>
      }
      saving={saving}
      isDraft={isDraft}
      onDiscard={deleteDraft}
      onSubmit={form.onSubmit(({ text }) => saving.mutate(text))}
    >
      <Textarea
        aria-label={t('comments.editText')}
        autoFocus={!isDraft}
        minRows={2}
        autosize
        size="md"
        {...form.getInputProps('text')}
      />
    </Form>
  )
}
