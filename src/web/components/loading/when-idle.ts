/** Milliseconds that are left to the first screen and its data. */
const GRACE = 3000

/**
 * Calls `then` once the browser is idle after the first screen has loaded; returns a function that cancels the call.
 */
export function whenIdle(then: () => void): () => void {
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(then) : then()),
    GRACE,
  )
  return () => clearTimeout(timer)
}
