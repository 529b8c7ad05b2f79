import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSessionToken } from '@/web/state/session'

/** Where people who are logged in mostly go next. */
const LIKELY = ['/', '/workouts', '/workouts/$workoutId'] as const
/** Milliseconds that the first screen and its data have for themselves. */
const GRACE = 3000

/** Fetches the scripts of the screens that are likely next, once the browser has nothing else to do. */
export function usePreloadedScreens(): void {
  const router = useRouter()
  const member = useSessionToken() !== null
  useEffect(() => {
    if (!member) return
    const preload = () => {
      for (const path of LIKELY) void router.loadRouteChunk(router.routesByPath[path])
    }
    const timer = setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback(preload) : preload()),
      GRACE,
    )
    return () => clearTimeout(timer)
  }, [router, member])
}
