import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { PoolUnit } from '@/domain/reference/swimming'
import { type DatePreferences, toLocale } from '@/web/format/dates'
import type { NumberPreferences } from '@/web/format/quantity'
import { withPoolUnit } from '@/web/format/sport-distance'
import { getLanguage, onLanguage } from '@/web/i18n/text'
import { useProfile } from './profile'

/** The user's preferences for displaying numbers and dates. */
export type Preferences = NumberPreferences & DatePreferences & { showAscent: boolean }

const BROWSER = {
  units: 'metric',
  dateFormat: 'date_string',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  showAscent: true,
} as const

/** The unit of the pool in which the shown workout was swum. It replaces the units of the account. */
export const ShownPool = createContext<{ pool_unit?: PoolUnit }>({})

/** The user's preferences. For visitors, defaults in the language of the page and the browser's time zone. */
export function usePreferences(): Preferences {
  const profile = useProfile()
  const language = useSyncExternalStore(onLanguage, getLanguage)
  const pool = useContext(ShownPool)
  const own = useMemo((): Preferences => {
    if (!profile) return { ...BROWSER, language, locale: toLocale(language) }
    return {
      units: profile.imperial_units ? 'imperial' : 'metric',
      locale: toLocale(profile.language),
      dateFormat: profile.date_format,
      timeZone: profile.timezone,
      language: profile.language,
      showAscent: profile.display_ascent,
    }
  }, [profile, language])
  return useMemo(() => withPoolUnit(own, pool), [own, pool])
}
