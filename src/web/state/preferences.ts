import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { profileQuery } from '@/web/api/account'
import { type DatePreferences, localeOf } from '@/web/format/dates'
import type { NumberPreferences } from '@/web/format/quantity'
import { onLanguage, spokenLanguage } from '@/web/i18n/text'
import { useSessionToken } from './session'

/** How this account wants to read numbers and dates. */
export type Preferences = NumberPreferences &
  DatePreferences & { elevationFromZero: boolean; showAscent: boolean }

const BROWSER = {
  units: 'metric',
  dateFormat: 'date_string',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  elevationFromZero: false,
  showAscent: true,
} as const

/** The own account; undefined for visitors and while it loads. */
export function useProfile() {
  const token = useSessionToken()
  return useQuery({ ...profileQuery, enabled: token !== null }).data
}

/** The account's preferences; for visitors sensible values of the browser, in the language that the page speaks. */
export function usePreferences(): Preferences {
  const profile = useProfile()
  const language = useSyncExternalStore(onLanguage, spokenLanguage)
  return useMemo(() => {
    if (!profile) return { ...BROWSER, language, locale: localeOf(language) }
    return {
      units: profile.imperial_units ? 'imperial' : 'metric',
      locale: localeOf(profile.language),
      dateFormat: profile.date_format,
      timeZone: profile.timezone,
      language: profile.language,
      elevationFromZero: profile.start_elevation_at_zero,
      showAscent: profile.display_ascent,
    }
  }, [profile, language])
}
