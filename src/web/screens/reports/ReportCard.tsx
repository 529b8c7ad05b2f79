import { Link } from '@tanstack/react-router'
import type { Report } from '@/web/api/reports'
import { kindOf } from '@/web/components/report-words'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './ReportCard.module.css'
import { ReportState } from './ReportState'

/** One report in the list: about what, by whom, in which words. */
export function ReportCard({ report }: { report: Report }) {
  const preferences = usePreferences()
  const date = new Date(report.created_at)
  const about = report.reported_user?.username
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
        <ReportState resolved={report.resolved} />
      </div>
      <p className={classes.facts}>
        {about ? aboutOf(report.object_type, about) : kindOf(report.object_type)}
      </p>
      <p className={classes.note}>{report.note}</p>
      <p className={classes.facts}>
        {t('report.by', { name: report.reported_by?.username ?? t('report.gone') })},{' '}
        <time dateTime={date.toISOString()}>
          {formatDate(date, preferences)}, {formatTime(date, preferences)}
        </time>
      </p>
    </li>
  )
}

/** A member is not somebody's, as workouts and comments are. */
const aboutOf = (type: Report['object_type'], name: string): string =>
  type === 'user' ? `${kindOf(type)} ${name}` : t('report.aboutOf', { kind: kindOf(type), name })
