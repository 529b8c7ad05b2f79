import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noteReport, type ReportDetail, refreshReports } from '@/web/api/reports'
import { ErrorNote } from '@/web/components/ErrorNote'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import classes from './ReportScreen.module.css'

/** Adds a note that only moderators read; a note also resolves a report, or opens it again. */
export function NoteForm({ report: { id, resolved } }: { report: ReportDetail }) {
  const client = useQueryClient()
  const [notes, setNotes] = useState('')
  const saving = useMutation({
    mutationFn: (input: { notes: string; resolved?: boolean }) => noteReport(id, input),
    onSuccess: (_, sent) => {
      // What was typed meanwhile is the next note.
      setNotes((now) => (now.trim() === sent.notes ? '' : now))
      return refreshReports(client)
    },
  })
  const save = (state: { resolved?: boolean }) => saving.mutate({ notes: notes.trim(), ...state })
  const ready = notes.trim() !== '' && !saving.isPending
  return (
    <Panel title={t('report.addNote')}>
      <Textarea
        label={t('report.note')}
        description={t('report.noteHint')}
        minRows={3}
        autosize
        size="md"
        value={notes}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
      />
      <ErrorNote error={saving.error} />
      <div className={classes.answers}>
        <Button variant="default" disabled={!ready} onClick={() => save({})}>
          {t('report.addNote')}
        </Button>
        <Button disabled={!ready} onClick={() => save({ resolved: !resolved })}>
          {t(resolved ? 'report.reopen' : 'report.resolve')}
        </Button>
      </div>
    </Panel>
  )
}
