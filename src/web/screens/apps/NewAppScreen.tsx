import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createApp, refreshApps } from '@/web/api/apps'
import { usePageTitle } from '@/web/components/use-page-title'
import { t } from '@/web/i18n/text'
import { AppForm } from './AppForm'
import { AppSecret } from './AppSecret'
import classes from './AppsScreen.module.css'

/** Registers an app, then shows its secret: the only time it can be seen. */
export function NewAppScreen() {
  usePageTitle(t('apps.newTitle'))
  const client = useQueryClient()
  const creation = useMutation({
    mutationFn: createApp,
    onSuccess: () => refreshApps(client),
    // The secret is nothing to keep around.
    gcTime: 0,
  })
  return (
    <section className={classes.screen}>
      <h1 className={classes.title}>{t('apps.newTitle')}</h1>
      {creation.data ? (
        <AppSecret app={creation.data} />
      ) : (
        <AppForm busy={creation.isPending} error={creation.error} onSubmit={creation.mutate} />
      )}
    </section>
  )
}
