import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type App, deleteApp, refreshApps, revokeApp } from '@/web/api/accounts/apps'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { AppWebsite } from '@/web/components/people/AppWebsite'
import { scopeText, splitScopes } from '@/web/components/people/scope-texts'
import { t } from '@/web/i18n/text'
import classes from './AppItem.module.css'

/** One app in the list, with its actions. */
export function AppItem({ app }: { app: App }) {
  const client = useQueryClient()
  const revocation = useMutation({ mutationFn: () => revokeApp(app.id) })
  const deletion = useMutation({
    mutationFn: () => deleteApp(app.id),
    onSuccess: () => refreshApps(client),
  })
  return (
    <li className={classes.item}>
      <div>
        <h3 className={classes.name}>{app.name}</h3>
        <AppWebsite address={app.website} />
        {app.client_description && <p className={classes.text}>{app.client_description}</p>}
      </div>
      <AppFacts app={app} />
      <div className={classes.actions}>
        {revocation.isSuccess && <span role="status">{t('apps.revoked')}</span>}
        <ConfirmButton
          label={t('apps.revoke')}
          title={t('apps.revokeTitle', { name: app.name })}
          text={t('apps.revokeText')}
          confirm={t('apps.revokeConfirm')}
          action={revocation}
        />
        <ConfirmButton
          label={t('apps.delete')}
          title={t('apps.deleteTitle', { name: app.name })}
          text={t('apps.deleteText')}
          confirm={t('apps.deleteConfirm')}
          action={deletion}
        />
      </div>
    </li>
  )
}

/** The configuration of an app: its client id, redirect URIs and scopes. */
function AppFacts({ app }: { app: App }) {
  return (
    <dl className={classes.facts}>
      <dt>{t('apps.clientId')}</dt>
      <dd>
        <code className={classes.code}>{app.client_id}</code>
      </dd>
      <dt>{t('apps.redirects')}</dt>
      <dd>
        {app.redirect_uris.map((address) => (
          <code key={address} className={classes.code}>
            {address}
          </code>
        ))}
      </dd>
      <dt>{t('apps.scopes')}</dt>
      <dd>
        {splitScopes(app.scope).map((scope) => (
          <span key={scope}>{scopeText(scope)}</span>
        ))}
      </dd>
    </dl>
  )
}
