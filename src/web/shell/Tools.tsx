import { lazy, Suspense, useEffect, useState } from 'react'

const AppTools = lazy(() =>
  import('@/web/app/AppTools').then(({ AppTools }) => ({ default: AppTools })),
)

/** Milliseconds after which the tools are loaded although the page is still busy. */
const LATEST = 4000

/** What no screen needs to be drawn: keys, uploads, news of versions. Loaded when nothing else is to be done. */
export function Tools() {
  const idle = useIdle()
  return <Suspense>{idle && <AppTools />}</Suspense>
}

function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const waiting = setTimeout(() => setIdle(true), LATEST / 4)
      return () => clearTimeout(waiting)
    }
    const waiting = requestIdleCallback(() => setIdle(true), { timeout: LATEST })
    return () => cancelIdleCallback(waiting)
  }, [])
  return idle
}
