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

/** Moderation actions against a user: for moderators, and for the user if there are any. */
export function Sanctions({
  username,
  person,
  own,
}: {
  username: string
  person: Partial<Person>
  own: boolean
}) {
  const preferences = usePreferences()
  const list = useInfiniteQuery(userSanctionsQuery(username))
  const sanctions = list.data?.pages.flatMap(({ data }) => data.sanctions) ?? []
  const { reported_count: reported, created_reports_count: created } = getReportCounts(person)
  if (own && sanctions.length === 0 && !list.error) return null
  return (
    <Panel
      title={t('sanctions.title')}
      {...(!own && { text: t('sanctions.counts', { reported, created }) })}
    >
      <LoadError queries={[list]} />
      {list.data && sanctions.length === 0 && <p>{t('sanctions.none')}</p>}
      {sanctions.length > 0 && (
        <ul className={classes.list} aria-label={t('sanctions.title')}>
          {sanctions.map((sanction) => (
            <li key={sanction.id}>
              <ItemRow
                name={<SanctionLink sanction={sanction} own={own} />}
                badges={sanction.appeal && <Badge>{t('appeal.title')}</Badge>}
                facts={[
                  [formatDate(new Date(sanction.created_at), preferences), sanction.reason]
                    .filter(Boolean)
                    .join(' · '),
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

function SanctionLink({
  sanction,
  own,
}: {
  sanction: { id: string; action_type: string; report_id?: number }
  own: boolean
}) {
  const name = describeAction(sanction.action_type)
  if (own) {
    const params = { sanctionId: sanction.id }
    return (
      <Link to="/profile/moderation/sanctions/$sanctionId" params={params}>
        {name}
      </Link>
    )
  }
  if (sanction.report_id === undefined) return name
  return (
    <Link to="/admin/reports/$reportId" params={{ reportId: String(sanction.report_id) }}>
      {name}
    </Link>
  )
}

/** How many times a user was reported, and reported others; moderators only. */
function getReportCounts(person: object): {
  reported_count: number
  created_reports_count: number
} {
  return { reported_count: 0, created_reports_count: 0, ...person }
}
