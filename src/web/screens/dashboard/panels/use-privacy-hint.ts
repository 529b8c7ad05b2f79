import { useState } from 'react'
import { useProfile } from '@/web/state/profile'

const KEY = 'milepost.privacy-hint'
const DISMISSED = 'dismissed'

/**
 * How many workouts start at the most frequent place, if others can see the maps of new workouts and the account hides
 * nothing yet; otherwise 0, as after the hint was dismissed in this browser. The account contains the number, so that
 * the hint is shown with the rest of the dashboard instead of later.
 */
export function usePrivacyHint() {
  const starts = useProfile()?.unhidden_starts ?? 0
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(KEY) === DISMISSED)
  return {
    starts: isDismissed ? 0 : starts,
    dismiss: () => {
      localStorage.setItem(KEY, DISMISSED)
      setDismissed(true)
    },
  }
}
