import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const { grants } = api.oauth

/** What an app may do in the name of the account. */
export type Grant = DataOf<typeof grants.get>['data']['grants'][number]

const KEY = ['oauth2-grants']

/** The apps that may use the account, latest first, page by page. */
export const grantsQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam }) => dataOf(grants.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

/** Ends an app's access to the account. */
export async function revokeGrant(id: number): Promise<void> {
  await dataOf(grants({ grant_id: id }).delete())
}

/** Marks the list of grants as stale. */
export const refreshGrants = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
