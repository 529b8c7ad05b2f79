import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { type ReportDetail, reportQuery } from '@/web/api/reports'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { kindOf } from '@/web/components/report-words'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { ReportState } from '@/web/screens/reports/ReportState'
import { History } from './History'
import { ModerationPanel } from './ModerationPanel'
import { NoteForm } from './NoteForm'
import { ReportedContent } from './ReportedContent'
import classes from './ReportScreen.module.css'

const route = getRouteApi('/member/admin/admin/reports/$reportId')

/** One report: what it is about, what was done, what can be done. */
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
        <Link to="/admin/reports">{t('report.all')}</Link> · {kindOf(report.object_type)}
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
