import { useIsFetching } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** A scroll position in a list: a row, and how many pixels of it are above the viewport. */
interface ScrollPosition {
  index: number
  below: number
}

const STORED = 'milepost.list-places'
/** Maximum number of stored visits. */
const LIMIT = 50

type StoredPosition = readonly [visit: string, place: ScrollPosition]

const isPosition = (value: unknown): value is ScrollPosition =>
  typeof value === 'object' &&
  value !== null &&
  'index' in value &&
  'below' in value &&
  Number.isInteger(value.index) &&
  Number.isFinite(value.below)

const isStoredPosition = (value: unknown): value is StoredPosition =>
  Array.isArray(value) && typeof value[0] === 'string' && isPosition(value[1])

/** The stored positions, oldest first; empty if session storage is unavailable or invalid. */
function listPositions(): StoredPosition[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isStoredPosition) : []
  } catch {
    return []
  }
}

/** The scroll position of a visit; undefined for the top of the list. */
const findPosition = (visit: string): ScrollPosition | undefined =>
  listPositions().find(([name]) => name === visit)?.[1]

/** Stores the scroll position of a visit in this tab; undefined for the top of the list. */
function storePosition(visit: string, place: ScrollPosition | undefined): void {
  const others = listPositions().filter(([name]) => name !== visit)
  const all: StoredPosition[] = place ? [...others, [visit, place]] : others
  try {
    sessionStorage.setItem(STORED, JSON.stringify(all.slice(-LIMIT)))
  } catch {
    // Without session storage, lists always start at the top.
  }
}

type Rows = ReturnType<typeof useWindowVirtualizer>

/** Events by which a user starts to scroll. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Restores the scroll position of a list after navigating back or forward and after reloading the page. Holds the row
 * in place while responses arrive and heights change, until the user scrolls.
 */
export function useScrollPosition(rows: Rows, top: number): void {
  const visit = useLocation({ select: ({ state, href }) => state.__TSR_key ?? href })
  const isWaiting = useIsFetching() > 0
  const seen = useRef<ScrollPosition | undefined>(undefined)
  const held = useRef<ScrollPosition | undefined>(undefined)

  const look = useCallback(() => {
    const item = window.scrollY > top ? rows.getVirtualItemForOffset(window.scrollY) : undefined
    seen.current = item && { index: item.index, below: window.scrollY - item.start }
  }, [rows, top])

  const hold = useCallback(() => {
    const place = held.current
    const item = place && rows.measurementsCache[place.index]
    if (!item) return
    const wanted = item.start + place.below
    // Offsets may be fractional, but pages scroll by whole pixels.
    if (Math.abs(window.scrollY - wanted) > 1) window.scrollTo(0, wanted)
  }, [rows])

  useLayoutEffect(() => {
    held.current = findPosition(visit)
    const keep = () => storePosition(visit, held.current ?? seen.current)
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

  // Each render may have moved the row.
  useLayoutEffect(hold)

  useEffect(() => {
    if (isWaiting) return
    // The latest response is rendered and measured within two frames.
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
