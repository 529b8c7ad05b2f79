import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type BulkChange, changeOne } from '@/web/api/bulk'
import { refreshWorkouts } from '@/web/api/workouts'
import { isUnanswered } from '@/web/state/connection'
import { forEachFew } from './for-each-few'
import type { Selection } from './use-selection'

/** So many requests are under way at a time: the server writes one after the other anyway. */
const AT_ONCE = 3

/** Milliseconds between two looks at how far it has come: thousands of workouts are not as many drawings. */
const SHOW_EVERY = 100

/** How far a change of several workouts has come. */
export interface BulkRun {
  phase: 'running' | 'over'
  total: number
  /** How many are as they should be by now. */
  done: number
  /** Why others stayed as they were, by their ids. */
  failed: ReadonlyMap<string, unknown>
}

/**
 * Changes several workouts, a few at a time and each by a request of its own: it can be stopped after any of them,
 * others are served between them, and each that is refused is told with its reason. One takes the server a millisecond
 * or two; a change of the sport, which reads the recording again, much longer. Those that stayed as they were go on
 * being selected.
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
    await forEachFew([...selection.keys()], options, async (id) => {
      try {
        await changeOne(id, change)
        left.delete(id)
      } catch (error) {
        failed.set(id, error)
        // Without a server none of the others would fare better.
        if (isUnanswered(error)) stop.abort()
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
