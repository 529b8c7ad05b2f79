import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReportFilters, reportsQuery } from '@/web/api/accounts/reports'
import { LoadError } from '@/web/components/feedback/LoadError'
import { CardList } from '@/web/components/lists/CardList'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { ReportCard } from '@/web/screens/reports/ReportCard'

/** Reports about a member, and by them. */
export function MemberReports({ username }: { username: string }) {
  return (
    <>
      <ReportList
        title={t('member.reportsAbout', { name: username })}
        filters={{ reported_user: username, by_moderator: 'false' }}
      />
      <ReportList
        title={t('member.reportsBy', { name: username })}
        filters={{ reporter: username, by_moderator: 'false' }}
      />
    </>
  )
}

function ReportList({ title, filters }: { title: string; filters: ReportFilters }) {
  const list = useInfiniteQuery(reportsQuery(filters))
  const reports = list.data?.pages.flatMap((page) => page.reports) ?? []
  return (
    <Panel title={title}>
      <LoadError queries={[list]} />
      {list.data && (
        <CardList label={title} empty={t('member.noReports')}>
          {reports.map((report) => (
            <ReportCard key={report.id} report={report} />
          ))}
        </CardList>
      )}
      <MoreButton list={list} />
    </Panel>
  )
}
