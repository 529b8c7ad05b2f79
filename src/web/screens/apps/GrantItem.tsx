import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Grant, refreshGrants, revokeGrant } from '@/web/api/grants'
import { AccessItem } from '@/web/components/AccessItem'
import { AppWebsite } from '@/web/components/AppWebsite'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** An app that may use the account: since when, for what. */
export function GrantItem({ grant }: { grant: Grant }) {
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
