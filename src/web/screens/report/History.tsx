import type { ReactNode } from 'react'
import type { ReportAction, ReportDetail } from '@/web/api/accounts/reports'
import { Panel } from '@/web/components/page/Panel'
import { describeAction } from '@/web/components/people/report-texts'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { AppealBox } from './AppealBox'
import classes from './ReportScreen.module.css'

type Note = ReportDetail['comments'][number]

/** A note or an action in the history of a report. */
type HistoryEntry = { at: string; note: Note } | { at: string; action: ReportAction }

/** Notes and actions in chronological order. */
function listHistory({
  comments,
  report_actions,
}: Pick<ReportDetail, 'comments' | 'report_actions'>): HistoryEntry[] {
  const entries: HistoryEntry[] = [
    ...comments.map((note) => ({ at: note.created_at, note })),
    ...report_actions.map((action) => ({ at: action.created_at, action })),
  ]
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** All notes and actions of a report, oldest first. */
export function History({ report }: { report: ReportDetail }) {
  return (
    <Panel title={t('report.history')}>
      <ol className={classes.history}>
        <Entry
          title={t(report.by_moderator ? 'report.opened' : 'report.reported')}
          by={report.reported_by?.username}
          at={report.created_at}
        >
          {report.note && <blockquote className={classes.quote}>{report.note}</blockquote>}
        </Entry>
        {listHistory(report).map((entry) =>
          'note' in entry ? (
            <Entry
              key={`note ${entry.note.id}`}
              title={t('report.note')}
              by={entry.note.user.username}
              at={entry.at}
            >
              <blockquote className={classes.quote}>{entry.note.comment}</blockquote>
            </Entry>
          ) : (
            <ActionEntry key={entry.action.id} action={entry.action} />
          ),
        )}
      </ol>
    </Panel>
  )
}

function ActionEntry({ action }: { action: ReportAction }) {
  return (
    <Entry
      title={describeAction(action.action_type)}
      by={action.moderator?.username}
      at={action.created_at}
    >
      {action.reason && <blockquote className={classes.quote}>{action.reason}</blockquote>}
      {action.appeal && <AppealBox appeal={action.appeal} by={action.user} />}
    </Entry>
  )
}

function Entry({
  title,
  by,
  at,
  children,
}: {
  title: string
  by: string | undefined
  at: string
  children: ReactNode
}) {
  const preferences = usePreferences()
  const date = new Date(at)
  return (
    <li className={classes.entry}>
      <strong>{title}</strong>
      <p className={classes.soft}>
        {by ?? t('report.gone')},{' '}
        <time dateTime={date.toISOString()}>
          {formatDate(date, preferences)}, {formatTime(date, preferences)}
        </time>
      </p>
      {children}
    </li>
  )
}
