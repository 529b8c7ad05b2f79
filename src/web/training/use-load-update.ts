import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { thresholdsQuery } from '@/web/api/training'

/** How far loads are made anew, null when they are not; whatever is shown of them is asked for again as that goes on. */
export function useLoadUpdate() {
  const client = useQueryClient()
  const update = useQuery(thresholdsQuery).data?.update ?? null
  useEffect(() => {
    if (update) return () => void client.invalidateQueries({ queryKey: ['load'] })
  }, [client, update])
  return update
}
