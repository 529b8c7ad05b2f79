import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useReducer, useState } from 'react'
import { type UploadDetails, uploadFile } from '@/web/api/upload'
import type { UploadResult } from '@/web/api/upload-answer'
import { refreshWorkouts } from '@/web/api/workouts'
import { queueFiles } from '@/web/app/upload-queue'
import { sessionAccount } from '@/web/state/account'
import { isUnanswered } from '@/web/state/connection'
import { soleOutcome, type UploadItem, unsent, uploadReducer } from './upload-items'

/** The chosen files, and sending them one after another. A single upload ends at its workout. */
export function useUploads(firstFiles: readonly File[]) {
  const [items, dispatch] = useReducer(uploadReducer, [], () =>
    uploadReducer([], { type: 'add', files: firstFiles }),
  )
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()

  const add = useCallback((files: readonly File[]) => dispatch({ type: 'add', files }), [])

  const send = async ({ id, file }: UploadItem, details: UploadDetails) => {
    const report = (share: number) =>
      dispatch({ type: 'update', id, state: { phase: 'sending', share } })
    report(0)
    try {
      const result = await uploadFile(file, details, report)
      dispatch({ type: 'update', id, state: { phase: 'done', result } })
      return result
    } catch (error) {
      const account = sessionAccount()
      if (isUnanswered(error) && account !== null) {
        // It waits in this browser until there is a connection.
        await queueFiles(account, [file], details)
        dispatch({ type: 'remove', id })
        return null
      }
      dispatch({ type: 'update', id, state: { phase: 'failed', error } })
      return null
    }
  }

  const sendAll = async (details: UploadDetails) => {
    setBusy(true)
    const results: (UploadResult | null)[] = []
    for (const item of unsent(items)) results.push(await send(item, details))
    setBusy(false)
    await refreshWorkouts(client)
    const goal = items.length === 1 ? soleOutcome(results) : undefined
    // Going back from there should not offer to upload it again.
    if (goal && 'taskId' in goal) {
      await navigate({ to: '/workouts/tasks/$taskId', params: goal, replace: true })
    } else if (goal) {
      await navigate({ to: '/workouts/$workoutId', params: goal, replace: true })
    }
  }

  return {
    items,
    busy,
    add,
    remove: (id: number) => dispatch({ type: 'remove', id }),
    sendAll,
  }
}
