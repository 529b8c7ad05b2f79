import { useInfiniteQuery } from '@tanstack/react-query'
import { blockedQuery } from '@/web/api/accounts/people'
import { LoadError } from '@/web/components/feedback/LoadError'
import classes from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { PersonRow } from '@/web/components/lists/PeopleList'
import { Page } from '@/web/components/page/Page'
import { BlockButton } from '@/web/components/people/BlockButton'
import { t } from '@/web/i18n/text'

/** The accounts that the user blocks, with buttons to unblock them. */
export function BlockedScreen() {
  const list = useInfiniteQuery(blockedQuery)
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <Page title={t('settings.blocked')} lead={t('blocked.lead')}>
      <LoadError queries={[list]} />
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
