import { useEffect } from 'react'
import { followLanguage } from '@/web/i18n/languages'
import { useProfile } from './preferences'

/** Speaks the language of the logged-in account. */
export function useAccountLanguage(): void {
  const language = useProfile()?.language
  useEffect(() => {
    if (language) void followLanguage(language)
  }, [language])
}
