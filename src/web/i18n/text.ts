import catalogue from '@/reference/locales/en/web.json'

type Catalogue = typeof catalogue

/** A key of the text catalogue. */
export type TextKey = keyof Catalogue

/** The stem of a pair of keys `<stem>.one` and `<stem>.other`. */
export type CountKey = {
  [Key in TextKey]: Key extends `${infer Stem}.one` ? Stem : never
}[TextKey]

type Values = Readonly<Record<string, string | number>>

const texts: Readonly<Record<string, string>> = catalogue
const plural = new Intl.PluralRules('en')

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The text of a key, with `{name}` replaced by the value of that name. */
export function t(key: TextKey, values: Values = {}): string {
  return fill(catalogue[key], values)
}

/** The text of a counted thing in the right grammatical number; `{count}` is filled in. */
export function tCount(stem: CountKey, count: number, values: Values = {}): string {
  const text = texts[`${stem}.${plural.select(count)}`] ?? texts[`${stem}.other`] ?? stem
  return fill(text, { count, ...values })
}
