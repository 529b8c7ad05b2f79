import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { weights } = api.auth.profile

/** The user's body weight from a day on. */
export type Weight = ResponseData<typeof weights.get>['data']['weights'][number]

const KEY = ['weights']

/** The user's body weights, latest day first, page by page. */
export const weightsQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam }) => unwrap(weights.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Saves the weight for a day, replacing an existing entry. */
export async function saveWeight({ day, weight }: Weight): Promise<void> {
  await unwrap(weights({ day }).put({ weight }))
}

/** Deletes the weight of a day. */
export async function deleteWeight(day: string): Promise<void> {
  await unwrap(weights({ day }).delete())
}

/** Marks everything that depends on weights as stale. */
export const refreshWeights = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [KEY, ['efforts'], ['workout']].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
