import type { ReactNode } from 'react'
import type { ReportAction, ReportDetail } from '@/web/api/reports'
import { Panel } from '@/web/components/Panel'
import { actionText } from '@/web/components/report-words'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { AppealBox } from './AppealBox'
import { historyOf } from './history-entries'
import classes from './ReportScreen.module.css'

/** Everything that was said and done about a report, from the first word on. */
export function History({ report }: { report: ReportDetail }) {
  return (
    <Panel title={t('report.history')}>
      <ol className={classes.history}>
        <Entry
          title={t('report.reported')}
          by={report.reported_by?.username}
          at={report.created_at}
        >
          <blockquote className={classes.quote}>{report.note}</blockquote>
        </Entry>
        {historyOf(report).map((entry) =>
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
      title={actionText(action.action_type)}
      by={action.moderator?.username}
      at={action.created_at}
    >
      {action.reason && <blockquote className={classes.quote}>{action.reason}</blockquote>}
      {action.appeal && <AppealBox appeal={action.appeal} />}
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
