import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** Which sports the account means by what recordings call theirs. */
export const sportNamesQuery = queryOptions({
  queryKey: ['sport-names'],
  queryFn: async () => (await dataOf(api.auth.profile['sport-names'].get())).data,
})
