import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { waitingAppealsQuery } from '@/web/api/accounts/moderation'
import type { ReportAction } from '@/web/api/accounts/reports'
import { LoadError } from '@/web/components/feedback/LoadError'
import { CardList } from '@/web/components/lists/CardList'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { describeAction } from '@/web/components/people/report-texts'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { AppealBox } from '@/web/screens/report/AppealBox'
import reportClasses from '@/web/screens/report/ReportScreen.module.css'
import { usePreferences } from '@/web/state/preferences'
import classes from './AppealsScreen.module.css'

/** The appeals that wait for a decision, the oldest first. */
export function AppealsScreen() {
  const list = useInfiniteQuery(waitingAppealsQuery)
  const actions = list.data?.pages.flatMap((page) => page.actions) ?? []
  return (
    <Page wide title={t('admin.appeals')}>
      <LoadError queries={[list]} />
      {list.data && (
        <CardList label={t('admin.appeals')} empty={t('appeals.none')}>
          {actions.map((action) => (
            <AppealCard key={action.id} action={action} />
          ))}
        </CardList>
      )}
      <MoreButton list={list} />
    </Page>
  )
}

/** One appeal with the sanction that it is against. */
function AppealCard({ action }: { action: ReportAction }) {
  const preferences = usePreferences()
  const { appeal, user, report_id: reportId } = action
  return (
    <li className={classes.card}>
      <p className={classes.head}>
        {user && (
          <Link to="/admin/members/$username" params={{ username: user.username }}>
            {user.username}
          </Link>
        )}
        <strong>{describeAction(action.action_type)}</strong>
        <span className={reportClasses.soft}>
          {formatDate(new Date(action.created_at), preferences)}
        </span>
        {reportId !== undefined && (
          <Link to="/admin/reports/$reportId" params={{ reportId: String(reportId) }}>
            {t('report.title', { id: reportId })}
          </Link>
        )}
      </p>
      {action.reason && <blockquote className={reportClasses.quote}>{action.reason}</blockquote>}
      {appeal && <AppealBox appeal={appeal} by={user} />}
    </li>
  )
}
