import { useQuery } from '@tanstack/react-query'
import type { Sport } from '@/web/api/accounts/sports'
import { sportsQuery } from '@/web/api/accounts/sports'

/** Returns a sport by its id; undefined while the list loads. */
export function useSport(sportId: number): Sport | undefined {
  return useQuery(sportsQuery).data?.find(({ id }) => id === sportId)
}
