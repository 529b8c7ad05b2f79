import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Person, sanctionsOfQuery } from '@/web/api/people'
import { Badge } from '@/web/components/Badge'
import classes from '@/web/components/ItemList.module.css'
import { ItemRow } from '@/web/components/ItemRow'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Panel } from '@/web/components/Panel'
import { actionText } from '@/web/components/report-words'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** What moderators decided about somebody: for moderators, and for the one concerned if there is anything. */
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
  const list = useInfiniteQuery(sanctionsOfQuery(username))
  const sanctions = list.data?.pages.flatMap(({ data }) => data.sanctions) ?? []
  const { reported_count: reported, created_reports_count: created } = countsOf(person)
  if (own && sanctions.length === 0 && !list.error) return null
  return (
    <Panel
      title={t('sanctions.title')}
      {...(!own && { text: t('sanctions.counts', { reported, created }) })}
    >
      <LoadError of={[list]} />
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
  const name = actionText(sanction.action_type)
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

/** How often somebody was reported, and reported others; told to moderators on the page of a member. */
function countsOf(person: object): { reported_count: number; created_reports_count: number } {
  return { reported_count: 0, created_reports_count: 0, ...person }
}
