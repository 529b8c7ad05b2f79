import { useInfiniteQuery } from '@tanstack/react-query'
import { tokensQuery } from '@/web/api/tokens'
import classes from '@/web/components/ItemList.module.css'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { NewToken } from './NewToken'
import { SendingPanel } from './SendingPanel'
import { TokenItem } from './TokenItem'

/** The tokens by which programs of the account come in, and how those send recordings. */
export function TokensScreen() {
  const list = useInfiniteQuery(tokensQuery)
  const tokens = list.data?.pages.flatMap(({ data }) => data.tokens) ?? []
  return (
    <Page title={t('tokens.title')}>
      <Panel title={t('tokens.own')} text={t('tokens.lead')}>
        <LoadError of={[list]} />
        {list.data && tokens.length === 0 && <p>{t('tokens.none')}</p>}
        {tokens.length > 0 && (
          <ul className={classes.list} aria-label={t('tokens.own')}>
            {tokens.map((token) => (
              <TokenItem key={token.id} token={token} />
            ))}
          </ul>
        )}
        <MoreButton list={list} />
      </Panel>
      <Panel title={t('tokens.new')}>
        <NewToken />
      </Panel>
      <SendingPanel />
    </Page>
  )
}
