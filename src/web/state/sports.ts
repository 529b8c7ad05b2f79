import { useQuery } from '@tanstack/react-query'
import type { Sport } from '@/web/api/sports'
import { sportsQuery } from '@/web/api/sports'

/** A sport by its id; undefined while the list loads. */
export function useSport(sportId: number): Sport | undefined {
  return useQuery(sportsQuery).data?.find(({ id }) => id === sportId)
}
