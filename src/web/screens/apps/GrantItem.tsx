import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Grant, refreshGrants, revokeGrant } from '@/web/api/grants'
import { AppWebsite } from '@/web/components/AppWebsite'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import classes from '@/web/components/ItemList.module.css'
import { scopesOf, scopeText } from '@/web/components/scope-texts'
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
    <li>
      <div className={classes.row}>
        <span className={classes.names}>
          <span className={classes.name}>{name}</span>
          <span className={classes.facts}>
            <AppWebsite address={website} /> · {t('grants.since', { date })}
          </span>
          <span className={classes.facts}>{scopesOf(grant.scope).map(scopeText).join(' · ')}</span>
        </span>
        <ConfirmButton
          label={t('apps.revokeConfirm')}
          title={t('apps.revokeTitle', { name })}
          text={t('grants.revokeText')}
          confirm={t('apps.revokeConfirm')}
          action={ending}
        />
      </div>
    </li>
  )
}
