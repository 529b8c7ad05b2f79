import deSports from '@/domain/reference/locales/de/feed.json'
import de from '@/domain/reference/locales/de/share.json'
import enSports from '@/domain/reference/locales/en/feed.json'
import en from '@/domain/reference/locales/en/share.json'
import esSports from '@/domain/reference/locales/es/feed.json'
import es from '@/domain/reference/locales/es/share.json'
import frSports from '@/domain/reference/locales/fr/feed.json'
import fr from '@/domain/reference/locales/fr/share.json'
import itSports from '@/domain/reference/locales/it/feed.json'
import it from '@/domain/reference/locales/it/share.json'
import nlSports from '@/domain/reference/locales/nl/feed.json'
import nl from '@/domain/reference/locales/nl/share.json'
import plSports from '@/domain/reference/locales/pl/feed.json'
import pl from '@/domain/reference/locales/pl/share.json'
import ptSports from '@/domain/reference/locales/pt/feed.json'
import pt from '@/domain/reference/locales/pt/share.json'

/** The texts about a shared workout in one language, and the names of sports by id. */
export type ShareTexts = typeof en & {
  language: string
  sports: Readonly<Record<string, string>>
}

const CATALOGUES: ReadonlyMap<string, Omit<ShareTexts, 'language'>> = new Map([
  ['de', { ...de, sports: deSports.sports }],
  ['en', { ...en, sports: enSports.sports }],
  ['es', { ...es, sports: esSports.sports }],
  ['fr', { ...fr, sports: frSports.sports }],
  ['it', { ...it, sports: itSports.sports }],
  ['nl', { ...nl, sports: nlSports.sports }],
  ['pl', { ...pl, sports: plSports.sports }],
  ['pt', { ...pt, sports: ptSports.sports }],
])

/** The texts in a language if it is translated, otherwise in English. */
export function shareTexts(language: string): ShareTexts {
  const texts = CATALOGUES.get(language)
  return texts ? { ...texts, language } : { ...en, sports: enSports.sports, language: 'en' }
}
