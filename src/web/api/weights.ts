import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const { weights } = api.auth.profile

/** What the account weighs from a day on. */
export type Weight = DataOf<typeof weights.get>['data']['weights'][number]

const KEY = ['weights']

/** What the account weighed, the latest day first, page by page. */
export const weightsQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam }) => dataOf(weights.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

/** Notes a weight, in place of what was noted for the day. */
export async function saveWeight({ day, weight }: Weight): Promise<void> {
  await dataOf(weights({ day }).put({ weight }))
}

/** Forgets the weight of a day. */
export async function removeWeight(day: string): Promise<void> {
  await dataOf(weights({ day }).delete())
}

/** Marks all as stale that depends on weights. */
export const refreshWeights = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [KEY, ['efforts'], ['workout']].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
