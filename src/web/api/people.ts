import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { api, type DataOf, dataOf } from './client'

const { users } = api
const requests = api['follow-requests']

/** Somebody with an account, as the reader may see them. */
export type Person = DataOf<typeof users.get>['data']['users'][number]

const KEY = ['people']

const nextPage = ({ pagination }: { pagination: { has_next: boolean; page: number } }) =>
  pagination.has_next ? pagination.page + 1 : undefined

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

/** The latest workouts of a member that the reader may see. */
export const personWorkoutsQuery = (username: string) =>
  queryOptions({
    queryKey: [...KEY, 'workouts', username],
    queryFn: async () => (await dataOf(routesOf(username).workouts.get())).data.workouts,
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
