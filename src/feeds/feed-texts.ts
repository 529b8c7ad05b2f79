import de from '@/reference/locales/de/feed.json'
import en from '@/reference/locales/en/feed.json'
import fr from '@/reference/locales/fr/feed.json'

/** The words of a feed in one language. */
export type FeedTexts = Omit<typeof en, 'sports'> & { sports: Record<string, string> }

const CATALOGUES: Record<string, FeedTexts> = { de, en, fr }

/** The language a feed is written in: the one asked for when it is translated, else English. */
export function feedTexts(language: string | undefined): { language: string; texts: FeedTexts } {
  const texts = language === undefined ? undefined : CATALOGUES[language]
  return texts && language ? { language, texts } : { language: 'en', texts: en }
}
