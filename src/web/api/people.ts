import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const { users } = api
const requests = api['follow-requests']

/** Somebody with an account, as the reader may see them. */
export type Person = DataOf<typeof users.get>['data']['users'][number]

const KEY = ['people']
/** Lists that stay as they were while they are shown, so that what was done can be undone. */
const KEPT = { staleTime: 0, refetchOnWindowFocus: false } as const
const LAST_PAGE = { has_next: false, page: 1 }

const routesOf = (username: string) => users({ user_name: username })

/** The members whose name contains something, page by page; those who hide appear to their followers. */
export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', search],
    queryFn: ({ pageParam }) =>
      dataOf(users.get({ query: { page: String(pageParam), with_following: 'true', q: search } })),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** The names of a few members whose name contains something. */
export const memberNamesQuery = (search: string) =>
  queryOptions({
    queryKey: [...KEY, 'names', search],
    meta: { isBeside: true },
    queryFn: async () => {
      const { data } = await dataOf(users.get({ query: { page: '1', q: search } }))
      return data.users.map(({ username }) => username)
    },
  })

/** One member. */
export const personQuery = (username: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', username],
    queryFn: async () => {
      // What visitors get has less in it; what is not there is not shown.
      const found = (await dataOf(routesOf(username).get())).data as Partial<Person>[]
      const [person] = found
      if (!person) throw new ApiError(404, null)
      return person
    },
  })

/** The workouts of a member that the reader may see, latest first, page by page. */
export const personWorkoutsQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'workouts', username],
    queryFn: async ({ pageParam }) => {
      const query = { page: String(pageParam), per_page: '10' }
      const answer = await dataOf(routesOf(username).workouts.get({ query }))
      return { workouts: answer.data.workouts, pagination: answer.pagination ?? LAST_PAGE }
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** What moderators decided about a member, latest first, page by page; for the member and for moderators. */
export const sanctionsOfQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'sanctions', username],
    queryFn: ({ pageParam }) =>
      dataOf(routesOf(username).sanctions.get({ query: { page: String(pageParam) } })),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** On which side of following somebody stands. */
export type FollowSide = 'followers' | 'following'

/** Those who follow a member, or whom the member follows, page by page. */
export const followsQuery = (username: string, side: FollowSide) =>
  infiniteQueryOptions({
    queryKey: ['ties', side, username],
    queryFn: async ({ pageParam }) => {
      const query = { page: String(pageParam) }
      const routes = routesOf(username)
      if (side === 'followers') {
        const { data, pagination } = await dataOf(routes.followers.get({ query }))
        return { people: data.followers, pagination }
      }
      const { data, pagination } = await dataOf(routes.following.get({ query }))
      return { people: data.following, pagination }
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    ...KEPT,
  })

/** Those whom the own account blocks, page by page. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: ['ties', 'blocked'],
  queryFn: async ({ pageParam }) => {
    const query = { page: String(pageParam) }
    const { blocked_users, pagination } = await dataOf(api.auth['blocked-users'].get({ query }))
    return { people: blocked_users, pagination }
  },
  initialPageParam: 1,
  getNextPageParam: nextPage,
  ...KEPT,
})

/** Those who asked to follow, page by page. */
export const followRequestsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'requests'],
  queryFn: ({ pageParam }) => dataOf(requests.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

/** What can be done about somebody. */
export type Tie = 'follow' | 'unfollow' | 'block' | 'unblock'

/** Follows, blocks, or stops doing so. */
export async function tie({ username, what }: { username: string; what: Tie }): Promise<void> {
  const routes = routesOf(username)
  if (what === 'follow') await dataOf(routes.follow.post())
  else if (what === 'unfollow') await dataOf(routes.unfollow.post())
  else if (what === 'block') await dataOf(routes.block.post())
  else await dataOf(routes.unblock.post())
}

/** Lets somebody follow, or does not. */
export async function answerFollowRequest({
  username,
  accept,
}: {
  username: string
  accept: boolean
}): Promise<void> {
  const routes = requests({ user_name: username })
  if (accept) await dataOf(routes.accept.post())
  else await dataOf(routes.reject.post())
}

/** Marks everything about people, and what they share, as stale. */
export async function refreshPeople(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: ['timeline'] }),
    client.invalidateQueries({ queryKey: ['notifications'] }),
    client.invalidateQueries({ queryKey: ['profile'] }),
  ])
}
