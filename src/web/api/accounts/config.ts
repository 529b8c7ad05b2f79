import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'

/** The public settings of this server. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => (await unwrap(api.config.get())).data,
  staleTime: 5 * 60_000,
})

/**
 * The date from which the privacy policy applies. The date of the policy included with the server has no time zone; it
 * is UTC.
 */
export function getPolicyDate({
  privacy_policy_date: text,
}: {
  privacy_policy_date: string
}): Date {
  const isWithoutZone = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
  return new Date(isWithoutZone ? `${text.replace(' ', 'T')}Z` : text)
}
