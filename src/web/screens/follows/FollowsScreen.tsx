import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/api-error'
import { type FollowSide, followsQuery } from '@/web/api/people'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { FollowButton } from '@/web/components/FollowButton'
import classes from '@/web/components/ItemList.module.css'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { PersonRow } from '@/web/components/PersonRow'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'

/** Those who follow somebody, or whom somebody follows. */
export function FollowsScreen({ username, side }: { username: string; side: FollowSide }) {
  const list = useInfiniteQuery(followsQuery(username, side))
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  const title = t(side === 'followers' ? 'follows.followers' : 'follows.following', { username })
  if (isNotFound(list.error)) return <NotFoundScreen />
  return (
    <Page title={title}>
      <p>
        <Link to="/users/$username" params={{ username }}>
          {username}
        </Link>
      </p>
      {list.error && <ErrorPanel error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && people.length === 0 && <p>{t('people.none')}</p>}
      {people.length > 0 && (
        <ul className={classes.list} aria-label={title}>
          {people.map((person) => (
            <PersonRow key={person.username} person={person}>
              <FollowButton username={person.username} followed={person.is_followed_by} />
            </PersonRow>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Page>
  )
}
