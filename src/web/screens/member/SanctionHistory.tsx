import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Person, userSanctionsQuery } from '@/web/api/accounts/people'
import { LoadError } from '@/web/components/feedback/LoadError'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { describeAction } from '@/web/components/people/report-texts'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** The sanctions against a member, with links to their reports. */
export function SanctionHistory({ person }: { person: Partial<Person> }) {
  const preferences = usePreferences()
  const list = useInfiniteQuery(userSanctionsQuery(person.username ?? ''))
  const sanctions = list.data?.pages.flatMap(({ data }) => data.sanctions) ?? []
  const { reported_count: reported, created_reports_count: created } = getReportCounts(person)
  return (
    <Panel title={t('sanctions.title')} text={t('sanctions.counts', { reported, created })}>
      <LoadError queries={[list]} />
      {list.data && sanctions.length === 0 && <p>{t('sanctions.none')}</p>}
      {sanctions.length > 0 && (
        <ul className={classes.list} aria-label={t('sanctions.title')}>
          {sanctions.map((sanction) => (
            <li key={sanction.id}>
              <ItemRow
                name={
                  <Link
                    to="/admin/reports/$reportId"
                    params={{ reportId: String(sanction.report_id) }}
                  >
                    {describeAction(sanction.action_type)}
                  </Link>
                }
                badges={sanction.appeal && <Badge>{t('appeal.title')}</Badge>}
                facts={[
                  [
                    formatDate(new Date(sanction.created_at), preferences),
                    sanction.moderator?.username,
                  ]
                    .filter(Boolean)
                    .join(' · '),
                  sanction.reason,
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Panel>
  )
}

/** How many times a user was reported, and reported others; moderators only. */
const getReportCounts = (
  person: object,
): { reported_count: number; created_reports_count: number } => ({
  reported_count: 0,
  created_reports_count: 0,
  ...person,
})
