import { useEffect } from 'react'
import { switchLanguage } from '@/web/i18n/languages'
import { useProfile } from './profile'

/** Switches the page to the signed-in user's language. */
export function useAccountLanguage(): void {
  const language = useProfile()?.language
  useEffect(() => {
    if (language) void switchLanguage(language)
  }, [language])
}
