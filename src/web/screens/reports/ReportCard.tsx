import { Link } from '@tanstack/react-router'
import type { Report } from '@/web/api/accounts/reports'
import { getReportKind } from '@/web/components/people/report-texts'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { ReportState } from './ReportState'
import classes from './ReportsScreen.module.css'

/** One report in a list: its subject, reporter and text. */
export function ReportCard({ report }: { report: Report }) {
  const preferences = usePreferences()
  const date = new Date(report.created_at)
  const about = report.reported_user?.username
  const by = report.reported_by?.username ?? t('report.gone')
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Link
          to="/admin/reports/$reportId"
          params={{ reportId: String(report.id) }}
          className={classes.title}
        >
          {t('report.title', { id: report.id })}
        </Link>
        <ReportState report={report} />
      </div>
      <p className={classes.facts}>
        {about ? describeSubject(report.object_type, about) : getReportKind(report.object_type)}
      </p>
      {report.note && <p className={classes.note}>{report.note}</p>}
      <p className={classes.facts}>
        {report.by_moderator ? by : t('report.by', { name: by })},{' '}
        <time dateTime={date.toISOString()}>
          {formatDate(date, preferences)}, {formatTime(date, preferences)}
        </time>
        {report.assigned_to && (
          <>
            {' · '}
            {t('reports.assignee')}: {report.assigned_to.username}
          </>
        )}
      </p>
    </li>
  )
}

/** A reported user has no owner, unlike workouts and comments. */
const describeSubject = (type: Report['object_type'], name: string): string =>
  type === 'user'
    ? `${getReportKind(type)} ${name}`
    : t('report.aboutOf', { kind: getReportKind(type), name })
