import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { applyChange, type BulkChange } from '@/web/api/workouts/bulk'
import { refreshWorkouts } from '@/web/api/workouts/workouts'
import { isConnectionError } from '@/web/state/connection'
import { forEachLimited } from './for-each-batch'
import type { Selection } from './use-selection'

/** Maximum number of concurrent requests. The server writes one after another anyway. */
const AT_ONCE = 3

/**
 * Minimum interval in milliseconds between two updates of the progress, so that thousands of workouts do not cause as
 * many renders.
 */
const SHOW_EVERY = 100

/** The progress of a change to several workouts. */
export interface BulkRun {
  phase: 'running' | 'over'
  total: number
  /** Number of workouts changed so far. */
  done: number
  /** Errors by workout id. */
  failed: ReadonlyMap<string, unknown>
}

/**
 * Changes several workouts, each with a separate request and a few at a time, so that the run can be stopped, other
 * users are served in between, and every failure has a reason. A request takes the server a millisecond or two;
 * changing the sport takes much longer, because the recording is read again. Workouts that failed stay selected.
 */
export function useBulkRun(selection: Selection, select: (selection: Selection) => void) {
  const client = useQueryClient()
  const [run, setRun] = useState<BulkRun>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  const start = async (change: BulkChange) => {
    const left = new Map(selection)
    const failed = new Map<string, unknown>()
    const total = selection.size
    const stop = new AbortController()
    stopping.current = stop
    const show = (phase: BulkRun['phase']) =>
      setRun({ phase, total, done: total - left.size, failed: new Map(failed) })
    show('running')
    const showing = setInterval(() => show('running'), SHOW_EVERY)
    const options = { atOnce: AT_ONCE, signal: stop.signal }
    await forEachLimited([...selection.keys()], options, async (id) => {
      try {
        await applyChange(id, change)
        left.delete(id)
      } catch (error) {
        failed.set(id, error)
        // Without a connection the other requests would fail, too.
        if (isConnectionError(error)) stop.abort()
      }
    })
    clearInterval(showing)
    show('over')
    select(left)
    await Promise.all([
      refreshWorkouts(client),
      client.invalidateQueries({ queryKey: ['workout'] }),
      client.invalidateQueries({ queryKey: ['equipment'] }),
    ])
  }

  return {
    run,
    start,
    stop: () => stopping.current?.abort(),
  }
}
