import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { privacyQuery, suggestedZonesQuery } from '@/web/api/privacy/privacy'
import { useProfile } from '@/web/state/profile'

const KEY = 'milepost.privacy-hint'
const DISMISSED = 'dismissed'

/** Changes of zones mark them as stale; new workouts may wait for the next visit. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY }

/**
 * How many workouts start at the most frequent place, if others can see the maps of new workouts and the account hides
 * nothing yet; otherwise 0, as after the hint was dismissed in this browser.
 */
export function usePrivacyHint() {
  const profile = useProfile()
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(KEY) === DISMISSED)
  const isShared = profile !== undefined && profile.map_visibility !== 'private'
  const isPossible = isShared && !isDismissed
  const { data: privacy } = useQuery({ ...privacyQuery, ...ONCE, enabled: isPossible })
  const hidesNothing = privacy?.zones.length === 0 && privacy.settings.hidden_metres === 0
  const { data: suggestions } = useQuery({
    ...suggestedZonesQuery,
    ...ONCE,
    enabled: isPossible && hidesNothing,
  })
  return {
    starts: isPossible && hidesNothing ? (suggestions?.[0]?.count ?? 0) : 0,
    dismiss: () => {
      localStorage.setItem(KEY, DISMISSED)
      setDismissed(true)
    },
  }
}
