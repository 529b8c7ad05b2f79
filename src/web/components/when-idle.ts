/** Milliseconds that the first screen and its data have for themselves. */
const GRACE = 3000

/** Calls back once the screen is there and the browser has nothing else to do; answers how to call it off. */
export function whenIdle(then: () => void): () => void {
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(then) : then()),
    GRACE,
  )
  return () => clearTimeout(timer)
}
