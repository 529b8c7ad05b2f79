import { useInfiniteQuery } from '@tanstack/react-query'
import { blockedQuery } from '@/web/api/people'
import { BlockButton } from '@/web/components/BlockButton'
import classes from '@/web/components/ItemList.module.css'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { PersonRow } from '@/web/components/PersonRow'
import { t } from '@/web/i18n/text'

/** Those whom the account blocks, and the way back. */
export function BlockedScreen() {
  const list = useInfiniteQuery(blockedQuery)
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <Page title={t('settings.blocked')} lead={t('blocked.lead')}>
      <LoadError of={[list]} />
      {list.data && people.length === 0 && <p>{t('blocked.none')}</p>}
      {people.length > 0 && (
        <ul className={classes.list} aria-label={t('settings.blocked')}>
          {people.map((person) => (
            <PersonRow key={person.username} person={person}>
              <BlockButton username={person.username} blocked />
            </PersonRow>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Page>
  )
}
