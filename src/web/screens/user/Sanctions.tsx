import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { userSanctionsQuery } from '@/web/api/accounts/people'
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

/** Decisions of moderators about the user, if there are any. */
export function Sanctions({ username }: { username: string }) {
  const preferences = usePreferences()
  const list = useInfiniteQuery(userSanctionsQuery(username))
  const sanctions = list.data?.pages.flatMap(({ data }) => data.sanctions) ?? []
  if (sanctions.length === 0 && !list.error) return null
  return (
    <Panel title={t('sanctions.title')}>
      <LoadError queries={[list]} />
      <ul className={classes.list} aria-label={t('sanctions.title')}>
        {sanctions.map(({ id, action_type, appeal, created_at, reason }) => (
          <li key={id}>
            <ItemRow
              name={
                <Link to="/profile/moderation/sanctions/$sanctionId" params={{ sanctionId: id }}>
                  {describeAction(action_type)}
                </Link>
              }
              badges={appeal && <Badge>{t('appeal.title')}</Badge>}
              facts={[
                [formatDate(new Date(created_at), preferences), reason].filter(Boolean).join(' · '),
              ]}
            />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </Panel>
  )
}
