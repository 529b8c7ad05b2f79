import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unreadQuery } from '@/web/api/notifications'

/** Marks the icon of the installed app while there are notifications that nobody has read. */
export function useBadge(member: boolean): void {
  const unread = useQuery({ ...unreadQuery, enabled: member }).data === true && member
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    const marked = unread ? navigator.setAppBadge() : navigator.clearAppBadge()
    // A browser in which nothing is installed may refuse.
    marked.catch(() => undefined)
  }, [unread])
}
