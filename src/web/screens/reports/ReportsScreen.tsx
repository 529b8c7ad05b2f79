import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Report, type ReportFilters, reportsQuery } from '@/web/api/accounts/reports'
import { LoadError } from '@/web/components/feedback/LoadError'
import { CardList } from '@/web/components/lists/CardList'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { getReportKind } from '@/web/components/people/report-texts'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { ReportFilterFields } from './ReportFilterFields'
import { ReportState } from './ReportState'
import classes from './ReportsScreen.module.css'

const route = getRouteApi('/member/admin/admin/reports')

/** All reports, with whether they are resolved. */
export function ReportsScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(reportsQuery(filters))
  const reports = list.data?.pages.flatMap((page) => page.reports) ?? []
  const filter = (search: ReportFilters) => void navigate({ search, replace: true })
  return (
    <Page wide title={t('admin.reports')}>
      <ReportFilterFields filters={filters} onChange={filter} />
      <LoadError queries={[list]} />
      {list.data && (
        <CardList label={t('admin.reports')} empty={t('reports.none')}>
          {reports.map((report) => (
            <ReportCard key={report.id} report={report} />
          ))}
        </CardList>
      )}
      <MoreButton list={list} />
    </Page>
  )
}

/** One report in the list: its subject, reporter and text. */
function ReportCard({ report }: { report: Report }) {
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
        <ReportState report={report} />
      </div>
      <p className={classes.facts}>
        {about ? describeSubject(report.object_type, about) : getReportKind(report.object_type)}
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

/** A reported user has no owner, unlike workouts and comments. */
const describeSubject = (type: Report['object_type'], name: string): string =>
  type === 'user'
    ? `${getReportKind(type)} ${name}`
    : t('report.aboutOf', { kind: getReportKind(type), name })
