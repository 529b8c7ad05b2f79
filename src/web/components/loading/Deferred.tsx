import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Components waiting to be rendered, in first-in, first-out order. */
const waiting: (() => void)[] = []
const state = { isCalling: false }

/** Calls `then` after the next paint; hidden pages do not paint, so there it is called right away. */
const afterPaint = (then: () => void) =>
  document.hidden ? setTimeout(then) : requestAnimationFrame(() => setTimeout(then))

/** Renders the next waiting component once the browser has painted and handled input. */
function callNext(): void {
  if (state.isCalling) return
  state.isCalling = true
  afterPaint(() => {
    state.isCalling = false
    waiting.shift()?.()
  })
}

/**
 * Returns whether a deferred component may render. Becomes true when all components that started waiting earlier have
 * rendered.
 */
export function useDeferred(): boolean {
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
      // A component that unmounts during its turn must not block the others.
      if (waiting.length > 0) callNext()
    }
  }, [ready])
  return ready
}

/**
 * Defers parts of a screen below its top. They are rendered one after another in transitions, in slices of a few
 * milliseconds, so that the top appears early and the page stays responsive.
 */
export function Deferred({
  children,
  placeholder = null,
}: {
  children: ReactNode
  /** Reserves the space until the children are rendered. */
  placeholder?: ReactNode
}) {
  return useDeferred() ? children : placeholder
}
