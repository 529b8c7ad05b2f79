import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createApp, type NewApp, refreshApps } from '@/web/api/accounts/apps'
import { Notice } from '@/web/components/feedback/Notice'
import { CopyField } from '@/web/components/forms/CopyField'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { AppForm } from './AppForm'
import classes from './NewAppScreen.module.css'

/** Registers an app, then shows its secret, which cannot be retrieved later. */
export function NewAppScreen() {
  const client = useQueryClient()
  const creation = useMutation({
    mutationFn: createApp,
    onSuccess: () => refreshApps(client),
    // Do not cache the secret.
    gcTime: 0,
  })
  return (
    <Page title={t('apps.newTitle')}>
      {creation.data ? (
        <AppSecret app={creation.data} />
      ) : (
        <AppForm busy={creation.isPending} error={creation.error} onSubmit={creation.mutate} />
      )}
    </Page>
  )
}

/** The credentials to enter in the new app: its client id, and the secret, which is shown only once. */
function AppSecret({ app }: { app: NewApp }) {
  return (
    <div className={classes.secret}>
      <Notice>{t(app.client_secret === null ? 'apps.createdPublic' : 'apps.created')}</Notice>
      <CopyField label={t('apps.clientId')} value={app.client_id} />
      {app.client_secret !== null && (
        <CopyField label={t('apps.clientSecret')} value={app.client_secret} />
      )}
      <Button component={Link} to="/profile/apps" variant="default">
        {t('apps.back')}
      </Button>
    </div>
  )
}
