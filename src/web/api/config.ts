import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** The public settings of this server. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => (await dataOf(api.config.get())).data,
  staleTime: 5 * 60_000,
})

/** Since when the privacy policy holds. The date of the one that comes with the server is written without its zone. */
export function policyDate({ privacy_policy_date: text }: { privacy_policy_date: string }): Date {
  const isWithoutZone = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
  return new Date(isWithoutZone ? `${text.replace(' ', 'T')}Z` : text)
}
