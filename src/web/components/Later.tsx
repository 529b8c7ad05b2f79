import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** What waits to be drawn, first come first served. */
const waiting: (() => void)[] = []
const state = { isCalling: false }

/** Calls back once what was drawn is shown; at once where nothing is shown. */
const afterPaint = (then: () => void) =>
  document.hidden ? setTimeout(then) : requestAnimationFrame(() => setTimeout(then))

/** Lets the next one draw, once the browser has shown and answered what was there before it. */
function callNext(): void {
  if (state.isCalling) return
  state.isCalling = true
  afterPaint(() => {
    state.isCalling = false
    waiting.shift()?.()
  })
}

/** Whether it is the turn of something that waits until what is more urgent has been drawn. */
export function useTurn(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (ready) {
      if (waiting.length > 0) callNext()
      return
    }
    const draw = () => startTransition(() => setReady(true))
    waiting.push(draw)
    callNext()
    return () => {
      const place = waiting.indexOf(draw)
      if (place >= 0) waiting.splice(place, 1)
      // Whoever left while it was its turn does not keep the others waiting.
      if (waiting.length > 0) callNext()
    }
  }, [ready])
  return ready
}

/**
 * Parts of a screen that are not at its top: drawn one after another once the rest is there, each a few milliseconds at
 * a time, so that the top is seen early and the page always answers to touches.
 */
export function Later({
  children,
  placeholder = null,
}: {
  children: ReactNode
  /** Keeps the place meanwhile. */
  placeholder?: ReactNode
}) {
  return useTurn() ? children : placeholder
}
