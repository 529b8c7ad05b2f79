import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type ActionInput,
  actOnReport,
  addReportNote,
  type ReportDetail,
  refreshReports,
  reportQuery,
} from '@/web/api/accounts/reports'
import { isNotFound } from '@/web/api/client/api-error'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Form, isSubmittedBy } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { ActionButtons } from '@/web/components/moderation/ActionButtons'
import { ActionDialog } from '@/web/components/moderation/ActionDialog'
import { type PossibleAction, possibleActions } from '@/web/components/moderation/possible-actions'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { getReportKind } from '@/web/components/people/report-texts'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { ReportState } from '@/web/screens/reports/ReportState'
import { useProfile } from '@/web/state/profile'
import { AssigneePanel } from './AssigneePanel'
import { History } from './History'
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
      actions={
        report && (
          <span className={classes.state}>
            <ReportState report={report} />
          </span>
        )
      }
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
        <div className={classes.main}>
          <ModerationPanel report={report} />
          <AssigneePanel report={report} />
        </div>
      </div>
    </>
  )
}

/** The moderation actions on the reported content and its author. */
function ModerationPanel({ report }: { report: ReportDetail }) {
  const [chosen, choose] = useState<PossibleAction | null>(null)
  const { reported_user: user } = report
  const actions = possibleActions(useProfile(), {
    user,
    content: contentOf(report),
    isWarned: report.is_reported_user_warned,
  })
  return (
    <Panel title={t('report.act')} text={t('report.actText')}>
      <ActionButtons actions={actions} onChoose={choose} />
      {actions.length === 0 && <p>{t(user ? 'member.protected' : 'report.nothingToDo')}</p>}
      <ActionDialog
        username={user?.username ?? t('report.gone')}
        draft={`report.${report.id}.${chosen?.type}`}
        action={chosen}
        onTake={({ type }, reason) => actOnReport(report.id, actionInput(report, type, reason))}
        onClose={() => choose(null)}
      />
    </Panel>
  )
}

/** The reported comment or workout, if it still exists. */
function contentOf({ reported_comment: comment, reported_workout: workout }: ReportDetail) {
  if (comment) return { type: 'comment', suspended: comment.suspended === true } as const
  if (workout) return { type: 'workout', suspended: workout.suspended } as const
  return null
}

/** The server wants the object of the action by its name. */
function actionInput(
  { reported_comment: comment, reported_workout: workout, reported_user: user }: ReportDetail,
  type: PossibleAction['type'],
  reason: string | null,
): ActionInput {
  const input = { action_type: type, reason }
  if (type.startsWith('comment')) return { ...input, comment_id: comment?.id }
  if (type.startsWith('workout')) return { ...input, workout_id: workout?.id }
  return { ...input, username: user?.username }
}

/** Name of the button that adds a note without resolving or reopening the report. */
const NOTE_ONLY = 'note'

/** Adds a note that only moderators can read; it can also resolve or reopen the report. */
function NoteForm({ report: { id, resolved } }: { report: ReportDetail }) {
  const client = useQueryClient()
  const { form, isDraft, deleteDraft } = useTextForm(`report.${id}.note`)
  const saving = useMutation({
    mutationFn: (input: { notes: string; resolved?: boolean }) => addReportNote(id, input),
    onSuccess: (_, sent) => {
      // Text entered while the request was pending is preserved for the next note.
      if (form.getValues().text.trim() === sent.notes) form.setFieldValue('text', '')
      return refreshReports(client)
    },
  })
  return (
    <Panel title={t('report.addNote')}>
      <Form
        submit={t(resolved ? 'report.reopen' : 'report.resolve')}
        saving={saving}
        isDraft={isDraft}
        once
        after={
          <Button type="submit" size="md" variant="default" name={NOTE_ONLY}>
            {t('report.addNote')}
          </Button>
        }
        onDiscard={deleteDraft}
        onSubmit={form.onSubmit(({ text }, event) =>
          saving.mutate({
            notes: text.trim(),
            ...(!isSubmittedBy(event, NOTE_ONLY) && { resolved: !resolved }),
          }),
        )}
      >
        <Textarea
          label={t('report.note')}
          minRows={3}
          autosize
          size="md"
          {...withHint(form.getInputProps('text'), t('report.noteHint'))}
        />
      </Form>
    </Panel>
  )
}
