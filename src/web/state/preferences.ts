import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { profileQuery } from '@/web/api/account'
import { type DatePreferences, localeOf } from '@/web/format/dates'
import type { NumberPreferences } from '@/web/format/quantity'
import { useSessionToken } from './session'

/** How this account wants to read numbers and dates. */
export type Preferences = NumberPreferences &
  DatePreferences & { elevationFromZero: boolean; showAscent: boolean }

const BROWSER: Preferences = {
  units: 'metric',
  locale: 'en',
  dateFormat: 'yyyy-MM-dd',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  language: 'en',
  elevationFromZero: false,
  showAscent: true,
}

/** The own account; undefined for visitors and while it loads. */
export function useProfile() {
  const token = useSessionToken()
  return useQuery({ ...profileQuery, enabled: token !== null }).data
}

/** The account's preferences; sensible values of the browser for visitors. */
export function usePreferences(): Preferences {
  const profile = useProfile()
  return useMemo(() => {
    if (!profile) return BROWSER
    return {
      units: profile.imperial_units ? 'imperial' : 'metric',
      locale: localeOf(profile.language),
      dateFormat: profile.date_format,
      timeZone: profile.timezone,
      language: profile.language,
      elevationFromZero: profile.start_elevation_at_zero,
      showAscent: profile.display_ascent,
    }
  }, [profile])
}
