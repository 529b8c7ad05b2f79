import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Grant, grantsQuery, refreshGrants, revokeGrant } from '@/web/api/accounts/apps'
import { LoadError } from '@/web/components/feedback/LoadError'
import { AccessItem } from '@/web/components/lists/AccessItem'
import classes from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Panel } from '@/web/components/page/Panel'
import { AppWebsite } from '@/web/components/people/AppWebsite'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** The apps with access to the account, with buttons to revoke it. */
export function GrantsPanel() {
  const list = useInfiniteQuery(grantsQuery)
  const grants = list.data?.pages.flatMap(({ data }) => data.grants) ?? []
  return (
    <Panel title={t('grants.title')} text={t('grants.lead')}>
      <LoadError queries={[list]} />
      {list.data && grants.length === 0 && <p>{t('grants.none')}</p>}
      {grants.length > 0 && (
        <ul className={classes.list} aria-label={t('grants.title')}>
          {grants.map((grant) => (
            <GrantItem key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Panel>
  )
}

/** An app with access to the account: since when, and its scopes. */
function GrantItem({ grant }: { grant: Grant }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { name, website } = grant.client
  const ending = useMutation({
    mutationFn: () => revokeGrant(grant.id),
    onSuccess: () => refreshGrants(client),
  })
  const date = formatDate(new Date(grant.created_at), preferences)
  return (
    <AccessItem
      name={name}
      facts={
        <>
          <AppWebsite address={website} /> · {t('grants.since', { date })}
        </>
      }
      scope={grant.scope}
      revoking={{
        label: t('apps.revokeConfirm'),
        title: t('apps.revokeTitle', { name }),
        text: t('grants.revokeText'),
        action: ending,
      }}
    />
  )
}
