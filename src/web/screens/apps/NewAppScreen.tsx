import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createApp, refreshApps } from '@/web/api/apps'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { AppForm } from './AppForm'
import { AppSecret } from './AppSecret'

/** Registers an app, then shows its secret: the only time it can be seen. */
export function NewAppScreen() {
  const client = useQueryClient()
  const creation = useMutation({
    mutationFn: createApp,
    onSuccess: () => refreshApps(client),
    // The secret is nothing to keep around.
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
