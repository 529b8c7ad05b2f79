import { useIsFetching } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { type KeptPlace, keepPlace, placeKept } from './kept-places'

type Rows = ReturnType<typeof useWindowVirtualizer>

/** What somebody does who wants to be elsewhere. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Comes back to the row of a list at which somebody left it: on the way back and forth, and when the page is loaded
 * anew. The row is held where it was while answers are awaited and heights change, until somebody moves.
 */
export function useKeptPlace(rows: Rows, top: number): void {
  const visit = useLocation({ select: ({ state, href }) => state.__TSR_key ?? href })
  const isWaiting = useIsFetching() > 0
  const seen = useRef<KeptPlace | undefined>(undefined)
  const held = useRef<KeptPlace | undefined>(undefined)

  const look = useCallback(() => {
    const item = window.scrollY > top ? rows.getVirtualItemForOffset(window.scrollY) : undefined
    seen.current = item && { index: item.index, below: window.scrollY - item.start }
  }, [rows, top])

  const hold = useCallback(() => {
    const place = held.current
    const item = place && rows.measurementsCache[place.index]
    if (!item) return
    const wanted = item.start + place.below
    // Heights are fractions of pixels, where pages scroll by whole ones.
    if (Math.abs(window.scrollY - wanted) > 1) window.scrollTo(0, wanted)
  }, [rows])

  useLayoutEffect(() => {
    held.current = placeKept(visit)
    const keep = () => keepPlace(visit, held.current ?? seen.current)
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [visit])

  useEffect(() => {
    const follow = () => (held.current ? hold() : look())
    const letGo = () => {
      held.current = undefined
    }
    if (!held.current) look()
    window.addEventListener('scroll', follow, { passive: true })
    for (const act of ACTS) window.addEventListener(act, letGo, { passive: true, capture: true })
    return () => {
      window.removeEventListener('scroll', follow)
      for (const act of ACTS) window.removeEventListener(act, letGo, { capture: true })
    }
  }, [hold, look])

  // Whatever has been drawn may have moved the row.
  useLayoutEffect(hold)

  useEffect(() => {
    if (isWaiting) return
    // What came last is drawn and measured before the next frame but one.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        hold()
        held.current = undefined
        look()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [isWaiting, hold, look])
}
