import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { refreshWorkouts } from '@/web/api/workouts'
import { type QueueItem, UploadQueue } from './upload-queue'

/** The uploads of an account, which go on for as long as this is shown. */
export function useUploadQueue(account: string): {
  queue: UploadQueue
  items: readonly QueueItem[]
} {
  const client = useQueryClient()
  const queue = useMemo(
    () => new UploadQueue(account, () => void refreshWorkouts(client)),
    [account, client],
  )
  useEffect(() => queue.start(), [queue])
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items) }
}
