import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type App, deleteApp, refreshApps, revokeApp } from '@/web/api/apps'
import { AppWebsite } from '@/web/components/AppWebsite'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { t } from '@/web/i18n/text'
import { AppFacts } from './AppFacts'
import classes from './AppItem.module.css'

/** One app of the list, and what can be done with it. */
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
