import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Gives the focus to the content when another screen is shown and what had the focus has gone with the one before: the
 * next key goes on there, and screen readers tell where they are. What stays, such as the ways of the header, keeps it.
 */
export function useFocusOnScreens(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged && document.activeElement === document.body)
          document.querySelector('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
