import de from '@/domain/reference/locales/de/titles.json'
import en from '@/domain/reference/locales/en/titles.json'
import es from '@/domain/reference/locales/es/titles.json'
import fr from '@/domain/reference/locales/fr/titles.json'
import it from '@/domain/reference/locales/it/titles.json'
import nl from '@/domain/reference/locales/nl/titles.json'
import pl from '@/domain/reference/locales/pl/titles.json'
import pt from '@/domain/reference/locales/pt/titles.json'

/** The texts of titles in one language: sports by the time of day, and where they went. */
export type TitleTexts = typeof en

const CATALOGUES: ReadonlyMap<string, TitleTexts> = new Map(
  Object.entries({ de, en, es, fr, it, nl, pl, pt }),
)

/** The texts in a language if it is translated, otherwise in English. */
export const titleTexts = (language: string): TitleTexts => CATALOGUES.get(language) ?? en
