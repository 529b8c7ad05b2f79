import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { users } = api
const requests = api['follow-requests']

/** A user's profile, limited to the fields that the caller may see. */
export type Person = ResponseData<typeof users.get>['data']['users'][number]

const KEY = ['people']
/**
 * Lists that are not refetched while they are shown, so that an unfollowed or unblocked user stays in the list and the
 * action can be undone.
 */
const NO_REFETCH = { staleTime: 0, refetchOnWindowFocus: false } as const
const LAST_PAGE = { has_next: false, page: 1 }

const userRoutes = (username: string) => users({ user_name: username })

/** The users whose name contains `search`, page by page. Hidden users appear only to their followers. */
export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', search],
    queryFn: ({ pageParam }) =>
      unwrap(users.get({ query: { page: String(pageParam), with_following: 'true', q: search } })),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** The names of the first few users whose name contains `search`. */
export const memberNamesQuery = (search: string) =>
  queryOptions({
    queryKey: [...KEY, 'names', search],
    queryFn: async () => {
      const { data } = await unwrap(users.get({ query: { page: '1', q: search } }))
      return data.users.map(({ username }) => username)
    },
  })

/** One user's profile. */
export const personQuery = (username: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', username],
    queryFn: async () => {
      // Signed-out visitors receive fewer fields; the missing ones are not displayed.
      const profiles = (await unwrap(userRoutes(username).get())).data as Partial<Person>[]
      const [person] = profiles
      if (!person) throw new ApiError(404, null)
      return person
    },
  })

/** The workouts of a user that the caller may see, latest first, page by page. */
export const personWorkoutsQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'workouts', username],
    queryFn: async ({ pageParam }) => {
      const query = { page: String(pageParam), per_page: '10' }
      const response = await unwrap(userRoutes(username).workouts.get({ query }))
      return { workouts: response.data.workouts, pagination: response.pagination ?? LAST_PAGE }
    },
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** Moderators' decisions about a user, latest first, page by page; visible to the user and to moderators. */
export const userSanctionsQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'sanctions', username],
    queryFn: ({ pageParam }) =>
      unwrap(userRoutes(username).sanctions.get({ query: { page: String(pageParam) } })),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** Whether to list a user's followers, or the users whom the user follows. */
export type FollowSide = 'followers' | 'following'

/** The users who follow a user, or whom the user follows, page by page. */
export const followsQuery = (username: string, side: FollowSide) =>
  infiniteQueryOptions({
    queryKey: ['ties', side, username],
    queryFn: async ({ pageParam }) => {
      const query = { page: String(pageParam) }
      const routes = userRoutes(username)
      if (side === 'followers') {
        const { data, pagination } = await unwrap(routes.followers.get({ query }))
        return { people: data.followers, pagination }
      }
      const { data, pagination } = await unwrap(routes.following.get({ query }))
      return { people: data.following, pagination }
    },
    initialPageParam: 1,
    getNextPageParam: getNextPage,
    ...NO_REFETCH,
  })

/** The users whom the caller has blocked, page by page. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: ['ties', 'blocked'],
  queryFn: async ({ pageParam }) => {
    const query = { page: String(pageParam) }
    const { blocked_users, pagination } = await unwrap(api.auth['blocked-users'].get({ query }))
    return { people: blocked_users, pagination }
  },
  initialPageParam: 1,
  getNextPageParam: getNextPage,
  ...NO_REFETCH,
})

/** The users whose requests to follow are pending, page by page. */
export const followRequestsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'requests'],
  queryFn: ({ pageParam }) => unwrap(requests.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** An action that changes the caller's relationship to another user. */
export type RelationshipAction = 'follow' | 'unfollow' | 'block' | 'unblock'

/** Follows, unfollows, blocks or unblocks a user. */
export async function changeRelationship({
  username,
  what,
}: {
  username: string
  what: RelationshipAction
}): Promise<void> {
  const routes = userRoutes(username)
  if (what === 'follow') await unwrap(routes.follow.post())
  else if (what === 'unfollow') await unwrap(routes.unfollow.post())
  else if (what === 'block') await unwrap(routes.block.post())
  else await unwrap(routes.unblock.post())
}

/** Accepts or rejects a request to follow. */
export async function answerFollowRequest({
  username,
  accept,
}: {
  username: string
  accept: boolean
}): Promise<void> {
  const routes = requests({ user_name: username })
  if (accept) await unwrap(routes.accept.post())
  else await unwrap(routes.reject.post())
}

/** Marks everything about people, and the content that they share, as stale. */
export async function refreshPeople(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: ['timeline'] }),
    client.invalidateQueries({ queryKey: ['notifications'] }),
    client.invalidateQueries({ queryKey: ['profile'] }),
  ])
}
