import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSessionToken } from '@/web/state/session'

/** Where people who are logged in mostly go next. */
const LIKELY = ['/', '/workouts', '/workouts/$workoutId'] as const
/** Milliseconds of grace for the first screen, in browsers that do not tell when they are idle. */
const GRACE = 2000

/** Fetches the scripts of the screens that are likely next, once the browser has nothing else to do. */
export function usePreloadedScreens(): void {
  const router = useRouter()
  const member = useSessionToken() !== null
  useEffect(() => {
    if (!member) return
    const preload = () => {
      for (const path of LIKELY) void router.loadRouteChunk(router.routesByPath[path])
    }
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, GRACE)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(preload)
    return () => cancelIdleCallback(idle)
  }, [router, member])
}
