import { Textarea } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addMemberNote,
  deleteMemberNote,
  type MemberNote,
  memberNotesQuery,
  refreshModeration,
} from '@/web/api/accounts/moderation'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Form } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Panel } from '@/web/components/page/Panel'
import { withHint } from '@/web/components/validation/with-hint'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './MemberScreen.module.css'

/** What moderators wrote down about a member, newest first, and a form for a new note. */
export function MemberNotes({ username }: { username: string }) {
  const list = useInfiniteQuery(memberNotesQuery(username))
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? []
  return (
    <Panel title={t('member.notes')}>
      <NoteForm username={username} />
      <LoadError queries={[list]} />
      {list.data && notes.length === 0 && <p className={classes.soft}>{t('member.noNotes')}</p>}
      {notes.length > 0 && (
        <ul className={classes.notes} aria-label={t('member.notes')}>
          {notes.map((note) => (
            <Note key={note.id} username={username} note={note} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Panel>
  )
}

function Note({ username, note }: { username: string; note: MemberNote }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const deletion = useMutation({
    mutationFn: () => deleteMemberNote(username, note.id),
    onSuccess: () => refreshModeration(client),
  })
  const author = note.author?.username ?? t('report.gone')
  return (
    <li className={classes.note}>
      <p className={classes.words}>{note.text}</p>
      <p className={classes.soft}>
        {[author, formatDate(new Date(note.created_at), preferences)].join(' · ')}
      </p>
      {note.can_delete && (
        <ConfirmButton
          label={t('comments.delete')}
          title={t('member.deleteNote')}
          text={t('comments.deleteText')}
          confirm={t('comments.delete')}
          size="compact-sm"
          action={deletion}
        />
      )}
    </li>
  )
}

function NoteForm({ username }: { username: string }) {
  const client = useQueryClient()
  const { form, isDraft, deleteDraft } = useTextForm(`member.${username}.note`)
  const saving = useMutation({
    mutationFn: (text: string) => addMemberNote(username, text),
    onSuccess: (_, sent) => {
      // Text entered while the request was pending is preserved for the next note.
      if (form.getValues().text.trim() === sent) form.setFieldValue('text', '')
      return refreshModeration(client)
    },
  })
  return (
    <Form
      submit={t('report.addNote')}
      button={{ variant: 'default' }}
      saving={saving}
      isDraft={isDraft}
      once
      onDiscard={deleteDraft}
      onSubmit={form.onSubmit(({ text }) => saving.mutate(text.trim()))}
    >
      <Textarea
        label={t('report.note')}
        minRows={2}
        autosize
        size="md"
        {...withHint(form.getInputProps('text'), t('report.noteHint'))}
      />
    </Form>
  )
}
