/** Languages whose month names are recognised: those in which services write dates. */
const LANGUAGES = [
  ...['en', 'fr', 'de', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'cs'],
  ...['fi', 'hu', 'ru', 'uk', 'el', 'tr', 'id'],
]

/** Number of each month by the letters of its name, in all languages; no two names are the same. */
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
    .replace(/[^\p{L}]/gu, '')
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?/
/** Hours, minutes and seconds, separated by colons, or by dots at the end of the text. */
const TIME = /(\d{1,2}):(\d\d)(?::(\d\d))?|(\d{1,2})\.(\d\d)(?:\.(\d\d))?\s*$/
/** Words for a.m. and p.m., before or after the time. */
const MORNING = /\ba\.?\s?m\b|오전|午前|上午|凌晨|早上|π\.?\s?μ/i
const AFTERNOON = /\bp\.?\s?m\b|오후|午後|下午|中午|晚上|μ\.?\s?μ/i

/**
 * Parses a date and time in UTC as exports display it: `Nov 2, 2024, 7:01:02 AM`, `02.11.2024, 07:01:02`, `2 nov. 2024,
 * 07:01:02`, `2024年11月2日 7:01:02` or ISO 8601. Returns undefined for any other text. In dates that consist only of
 * numbers the day comes first, unless they begin with the year.
 */
export function parseDisplayedDate(text: string): number | undefined {
  const iso = ISO.exec(text)
  if (iso) return instantOf(iso.slice(1).map((part) => Number(part ?? 0)))
  const time = TIME.exec(text)
  const date = time && dateIn(text.replace(time[0], ' '))
  if (!time || !date) return undefined
  const [hour = 0, minute = 0, second = 0] = (
    time[1] === undefined ? time.slice(4, 7) : time.slice(1, 4)
  ).map((part) => Number(part ?? 0))
  return instantOf([...date, hourOf(hour, text), minute, second])
}

function hourOf(hour: number, text: string): number {
  if (MORNING.test(text)) return hour % 12
  return AFTERNOON.test(text) ? (hour % 12) + 12 : hour
}

/** Year, month, day; day, month, year; and the same with the Vietnamese word for month. */
const YEAR_FIRST = /(\d{4})\s*[年년/.-]\s*(\d{1,2})\s*[月월/.-]\s*(\d{1,2})/
const DAY_FIRST = /^\D*(\d{1,2})\s*[./]\s*(\d{1,2})\s*[./]\s*(\d{4})/
const NUMBERED = /(\d{1,2})\s+(?:thg|tháng)\s+(\d{1,2}),?\s+(?:năm\s+)?(\d{4})/i

/** Returns year, month and day. */
function dateIn(text: string): [number, number, number] | undefined {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? []
  if (day !== undefined) return [Number(year), Number(month), Number(day)]
  const [, first, second, third] = DAY_FIRST.exec(text) ?? NUMBERED.exec(text) ?? []
  if (third !== undefined) return [Number(third), Number(second), Number(first)]
  return namedDate(text)
}

function namedDate(text: string): [number, number, number] | undefined {
  const year = /\b(\d{4})\b/.exec(text)?.[1]
  const day = /\b(\d{1,2})\b/.exec(text)?.[1]
  const month = text
    .split(/[\s,./]+/)
    .map((word) => MONTHS.get(plain(word) || '?'))
    .find((number) => number !== undefined)
  if (year === undefined || day === undefined || month === undefined) return undefined
  return [Number(year), month + 1, Number(day)]
}

function instantOf(parts: readonly number[]): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const instant = Date.UTC(year, month - 1, day, hour, minute, second)
  const isReal =
    new Date(instant).getUTCDate() === day && month <= 12 && hour < 24 && minute < 60 && second < 61
  return isReal ? instant : undefined
}
