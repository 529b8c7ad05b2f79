import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReportFilters, reportsQuery } from '@/web/api/accounts/reports'
import { LoadError } from '@/web/components/feedback/LoadError'
import { CardList } from '@/web/components/lists/CardList'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { ReportCard } from './ReportCard'
import { ReportFilterFields } from './ReportFilterFields'

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
