import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appsQuery } from '@/web/api/apps'
import { CardList } from '@/web/components/CardList'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { AppItem } from './AppItem'
import { GrantsPanel } from './GrantsPanel'

/** The apps that may use the account, and those that the account registered. */
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
        <LoadError of={[list]} />
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
