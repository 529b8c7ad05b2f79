import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { type FollowSide, followsQuery } from '@/web/api/people'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { PeopleList } from '@/web/components/PeopleList'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'

/** Those who follow somebody, or whom somebody follows. */
export function FollowsScreen({ username, side }: { username: string; side: FollowSide }) {
  const list = useInfiniteQuery(followsQuery(username, side))
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  const title = t(side === 'followers' ? 'follows.followers' : 'follows.following', { username })
  if (isNotFound(list.error)) return <NotFoundScreen />
  return (
    <Page
      title={title}
      actions={
        <Link to="/users/$username" params={{ username }}>
          {username}
        </Link>
      }
    >
      <LoadError of={[list]} />
      {list.data && people.length === 0 && <p>{t('people.none')}</p>}
      <PeopleList people={people} label={title} />
      <MoreButton list={list} />
    </Page>
  )
}
