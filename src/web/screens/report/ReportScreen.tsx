import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  addReportNote,
  type ReportDetail,
  refreshReports,
  reportQuery,
} from '@/web/api/accounts/reports'
import { isNotFound } from '@/web/api/client/api-error'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { getReportKind } from '@/web/components/people/report-texts'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { ReportState } from '@/web/screens/reports/ReportState'
import { ActionDialog } from './ActionDialog'
import { History } from './History'
import { type PossibleAction, possibleActions } from './possible-actions'
import { ReportedContent } from './ReportedContent'
import classes from './ReportScreen.module.css'

const route = getRouteApi('/member/admin/admin/reports/$reportId')

/** One report: its content, its history and the possible actions. */
export function ReportScreen() {
  const { reportId } = route.useParams()
  const { data: report, error, refetch } = useQuery(reportQuery(reportId))
  if (isNotFound(error)) return <NotFoundScreen />
  return (
    <Page
      wide
      title={t('report.title', { id: Number(reportId) })}
      actions={report && <ReportState resolved={report.resolved} />}
    >
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {report && <ReportView report={report} />}
    </Page>
  )
}

function ReportView({ report }: { report: ReportDetail }) {
  return (
    <>
      <p className={classes.back}>
        <Link to="/admin/reports">{t('report.all')}</Link> · {getReportKind(report.object_type)}
      </p>
      <div className={classes.columns}>
        <div className={classes.main}>
          <ReportedContent report={report} />
          <History report={report} />
          <NoteForm key={report.id} report={report} />
        </div>
        <ModerationPanel report={report} />
      </div>
    </>
  )
}

/** The moderation actions on the reported content and its author. */
function ModerationPanel({ report }: { report: ReportDetail }) {
  const [chosen, choose] = useState<PossibleAction | null>(null)
  const actions = possibleActions(report)
  return (
    <Panel title={t('report.act')} text={t('report.actText')}>
      <div className={classes.buttons}>
        {actions.map((action) => (
          <Button
            key={action.label}
            variant="default"
            aria-haspopup="dialog"
            onClick={() => choose(action)}
          >
            {t(action.label)}
          </Button>
        ))}
      </div>
      {actions.length === 0 && <p>{t('report.nothingToDo')}</p>}
      <ActionDialog
        reportId={report.id}
        username={report.reported_user?.username ?? t('report.gone')}
        action={chosen}
        onClose={() => choose(null)}
      />
    </Panel>
  )
}

/** Adds a note that only moderators can read; it can also resolve or reopen the report. */
function NoteForm({ report: { id, resolved } }: { report: ReportDetail }) {
  const client = useQueryClient()
  const [notes, setNotes] = useState('')
  const saving = useMutation({
    mutationFn: (input: { notes: string; resolved?: boolean }) => addReportNote(id, input),
    onSuccess: (_, sent) => {
      // Text entered while the request was pending is preserved for the next note.
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
