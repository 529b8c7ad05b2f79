import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FollowSide, followsQuery } from '@/web/api/accounts/people'
import { isNotFound } from '@/web/api/client/api-error'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { PeopleList } from '@/web/components/lists/PeopleList'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'

const followersRoute = getRouteApi('/member/users/$username/followers')
const followingRoute = getRouteApi('/member/users/$username/following')

function FollowsScreen({ username, side }: { username: string; side: FollowSide }) {
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
      <LoadError queries={[list]} />
      {list.data && people.length === 0 && <p>{t('people.none')}</p>}
      <PeopleList people={people} label={title} />
      <MoreButton list={list} />
    </Page>
  )
}

/** The followers of a user. */
export function FollowersScreen() {
  return <FollowsScreen username={followersRoute.useParams().username} side="followers" />
}

/** The accounts that a user follows. */
export function FollowingScreen() {
  return <FollowsScreen username={followingRoute.useParams().username} side="following" />
}
