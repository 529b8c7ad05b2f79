import { toInstant } from '@/lib/time/local-date'

/* Parsers for values in exports. They are lenient and return undefined for values that make no sense. */

const KILOMETRES: Readonly<Record<string, number>> = {
  km: 1,
  m: 0.001,
  mi: 1.609344,
  yd: 0.0009144,
}
const METRES: Readonly<Record<string, number>> = { m: 1, cm: 0.01, km: 1000, ft: 0.3048 }

const inUnit = (units: Readonly<Record<string, number>>) => (value: unknown, unit: string) => {
  const number = declaredNumber(value)
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  return number === undefined || factor === undefined ? undefined : number * factor
}

/** Converts a distance in `km`, `m`, `mi` or `yd` to kilometres. */
export const declaredKilometres = inUnit(KILOMETRES)
/** Converts a height in `m`, `cm`, `km` or `ft` to metres. */
export const declaredMetres = inUnit(METRES)

/** Parses a number, or a text such as `1,234.5`, `1.234,5`, `12,5` or `12.5`. */
export function declaredNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^-?[\d.,\s]*\d[\d.,\s]*$/.test(value)) return undefined
  const text = value.trim()
  const decimal = /[.,](?=\d*$)/.exec(text)
  const isGrouping =
    decimal !== null && /^\d{3}$/.test(text.slice(decimal.index + 1)) && /[.,].*[.,]/.test(text)
  const whole = decimal && !isGrouping ? text.slice(0, decimal.index) : text
  const rest = decimal && !isGrouping ? text.slice(decimal.index + 1) : ''
  const number = Number(`${whole.replace(/[.,\s]/g, '') || '0'}.${rest || '0'}`)
  return Number.isFinite(number) ? number : undefined
}

/** Returns a text without surrounding white space; undefined when it is blank. */
export const declaredText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** Parses `H:MM:SS` or `MM:SS` to seconds. */
export function declaredClock(value: unknown): number | undefined {
  const [, hours = '0', minutes, seconds] =
    /^(?:(\d{1,4}):)?(\d{1,3}):(\d\d)(?:\.\d+)?$/.exec(declaredText(value) ?? '') ?? []
  if (minutes === undefined) return undefined
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
}

const DATE_AND_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d)[:_](\d\d)(?:[:_](\d\d))?(?:\.\d+)?\s*(Z|UTC|[+-]\d\d[:_]?\d\d)?/

/** Parses `YYYY-MM-DD HH:MM:SS`, ignoring text after it. Uses the time zone in the text, or else the given one. */
export function declaredInstant(value: unknown, timezone = 'UTC'): number | undefined {
  const match = DATE_AND_TIME.exec(declaredText(value) ?? '')
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const isReal =
    new Date(wall).getUTCDate() === day && month <= 12 && hour < 24 && minute < 60 && second < 61
  if (!isReal) return undefined
  const zone = match[7]
  if (zone === undefined) return toInstant(wall, timezone)
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d)[:_]?(\d\d)$/.exec(zone) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return wall - (sign === '-' ? -offset : offset)
}
