import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'

/** What the account means by a name. */
export type SportName = DataOf<
  (typeof api.auth.profile)['sport-names']['get']
>['data']['sport_names'][number]

/** Which sports the account means by what recordings call theirs. */
export const sportNamesQuery = queryOptions({
  queryKey: ['sport-names'],
  queryFn: async () => (await dataOf(api.auth.profile['sport-names'].get())).data,
})

/** Changes to that; null forgets. */
export interface SportNameChanges {
  sport_names?: Record<string, number | null>
  default_sport_id?: number | null
}

/** Says what is meant by some names, or by none; what is not given stays. */
export async function saveSportNames(
  client: QueryClient,
  changes: SportNameChanges,
): Promise<void> {
  const { data } = await dataOf(api.auth.profile['sport-names'].patch(changes))
  client.setQueryData(sportNamesQuery.queryKey, data)
}
