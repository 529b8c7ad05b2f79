import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appsQuery } from '@/web/api/accounts/apps'
import { LoadError } from '@/web/components/feedback/LoadError'
import { CardList } from '@/web/components/lists/CardList'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { AppItem } from './AppItem'
import { GrantsPanel } from './GrantsPanel'

/** The apps with access to the account, and those that the account registered. */
export function AppsScreen() {
  const list = useInfiniteQuery(appsQuery)
  const apps = list.data?.pages.flatMap((page) => page.data.clients) ?? []
  return (
    <Page
      title={t('apps.title')}
      actions={
        <Button component={Link} to="/profile/apps/new">
          {t('apps.new')}
        </Button>
      }
    >
      <GrantsPanel />
      <Panel title={t('apps.own')} text={t('apps.lead')}>
        <LoadError queries={[list]} />
        {list.data && (
          <CardList label={t('apps.own')} empty={t('apps.empty')}>
            {apps.map((app) => (
              <AppItem key={app.id} app={app} />
            ))}
          </CardList>
        )}
        <MoreButton list={list} />
      </Panel>
    </Page>
  )
}
