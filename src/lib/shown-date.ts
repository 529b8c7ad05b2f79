/** Languages whose months are known: those that the exports of services come in. */
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'cs']

/** Numbers of months by the first letters of their names, in all languages: no two are alike. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, index) => {
        const parts = format.formatToParts(Date.UTC(2024, index, 15))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        return [plain(name), index] as const
      })
    }),
  ),
)

function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-zł]/g, '')
}

/**
 * The instant of a date and time in UTC as exports show it to people: `Nov 2, 2024, 7:01:02 AM`, `02.11.2024, 07:01:02`,
 * `2 nov. 2024, 07:01:02` or ISO 8601; undefined for anything else. In dates of numbers alone the day comes first.
 */
export function parseShownDate(text: string): number | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?/.exec(text)
  if (iso)
    return instantOf(
      iso.slice(1).map((part) => Number(part ?? 0)),
      1,
    )
  const [, hours = '', minutes = '', seconds = '0', half] =
    /(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?\s*([ap])?\.?\s?m?\.?\s*$/i.exec(text) ?? []
  const day = text.replace(
    /,?\s*([a-zà]+\s+)?\d{1,2}[:.]\d\d([:.]\d\d)?\s*([ap]\.?\s?m\.?)?\s*$/i,
    '',
  )
  const date = datePart(day)
  if (hours === '' || !date) return undefined
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return instantOf([...date, hour, Number(minutes), Number(seconds)], 0)
}

/** Year, month from 0, day. */
function datePart(text: string): [number, number, number] | undefined {
  const [, first, second, third] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text.trim()) ?? []
  if (third !== undefined) return [Number(third), Number(second) - 1, Number(first)]
  const year = /\b(\d{4})\b/.exec(text)?.[1]
  const day = /\b(\d{1,2})\b/.exec(text)?.[1]
  const month = text
    .split(/[\s,./]+/)
    .map((word) => MONTHS.get(plain(word) || '?'))
    .find((number) => number !== undefined)
  if (year === undefined || day === undefined || month === undefined) return undefined
  return [Number(year), month, Number(day)]
}

function instantOf(parts: readonly number[], firstMonth: number): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const instant = Date.UTC(year, month - firstMonth, day, hour, minute, second)
  const isReal = new Date(instant).getUTCDate() === day && hour < 24 && minute < 60 && second < 61
  return isReal ? instant : undefined
}
