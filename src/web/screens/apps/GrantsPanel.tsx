import { useInfiniteQuery } from '@tanstack/react-query'
import { grantsQuery } from '@/web/api/grants'
import classes from '@/web/components/ItemList.module.css'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { GrantItem } from './GrantItem'

/** The apps that may use the account, and the way to end it. */
export function GrantsPanel() {
  const list = useInfiniteQuery(grantsQuery)
  const grants = list.data?.pages.flatMap(({ data }) => data.grants) ?? []
  return (
    <Panel title={t('grants.title')} text={t('grants.lead')}>
      <LoadError of={[list]} />
      {list.data && grants.length === 0 && <p>{t('grants.none')}</p>}
      {grants.length > 0 && (
        <ul className={classes.list} aria-label={t('grants.title')}>
          {grants.map((grant) => (
            <GrantItem key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Panel>
  )
}
