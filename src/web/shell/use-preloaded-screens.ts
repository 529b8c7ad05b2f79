import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { whenIdle } from '@/web/components/when-idle'
import { useSessionToken } from '@/web/state/session'

/** Where people who are logged in mostly go next. */
const LIKELY = ['/', '/workouts', '/workouts/$workoutId'] as const

/** Fetches the scripts of the screens that are likely next, once the browser has nothing else to do. */
export function usePreloadedScreens(): void {
  const router = useRouter()
  const member = useSessionToken() !== null
  useEffect(() => {
    if (!member) return
    return whenIdle(() => {
      for (const path of LIKELY) void router.loadRouteChunk(router.routesByPath[path])
    })
  }, [router, member])
}
