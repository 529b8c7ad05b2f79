import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appsQuery } from '@/web/api/apps'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { usePageTitle } from '@/web/components/use-page-title'
import { t } from '@/web/i18n/text'
import { AppItem } from './AppItem'
import classes from './AppsScreen.module.css'

/** The apps that the account registered, so that they can ask people for access to their data. */
export function AppsScreen() {
  usePageTitle(t('apps.title'))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(appsQuery)
  const apps = data?.pages.flatMap((page) => page.data.clients)
  return (
    <section className={classes.screen}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('apps.title')}</h1>
        <Button component={Link} to="/profile/apps/new">
          {t('apps.new')}
        </Button>
      </div>
      <p className={classes.lead}>{t('apps.lead')}</p>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {apps?.length === 0 && <p className={classes.empty}>{t('apps.empty')}</p>}
      {apps && apps.length > 0 && (
        <ul className={classes.list} aria-label={t('apps.title')}>
          {apps.map((app) => (
            <AppItem key={app.id} app={app} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('apps.more')}
        </Button>
      )}
    </section>
  )
}
