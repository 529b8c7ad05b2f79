import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Task } from '@/web/api/tasks'
import { refreshWorkouts } from '@/web/api/workouts'

/** Marks log and totals as stale whenever an import has made further workouts. */
export function useFreshLog({ new_workouts_count: created }: Task): void {
  const client = useQueryClient()
  useEffect(() => {
    if (created) void refreshWorkouts(client)
  }, [client, created])
}
