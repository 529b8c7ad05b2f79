import { instantOf } from '@/lib/local-date'

/*
 * What exports write, read forgivingly: undefined is everything that makes no sense.
 */

const KILOMETRES: Readonly<Record<string, number>> = {
  km: 1,
  m: 0.001,
  mi: 1.609344,
  yd: 0.0009144,
}
const METRES: Readonly<Record<string, number>> = { m: 1, cm: 0.01, km: 1000, ft: 0.3048 }

const inUnit = (units: Readonly<Record<string, number>>) => (value: unknown, unit: string) => {
  const number = toldNumber(value)
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  return number === undefined || factor === undefined ? undefined : number * factor
}

/** Kilometres of a number of `km`, `m`, `mi` or `yd`. */
export const toldKilometres = inUnit(KILOMETRES)
/** Metres of a number of `m`, `cm`, `km` or `ft`. */
export const toldMetres = inUnit(METRES)

/** A number, or a text like `1,234.5`, `1.234,5`, `12,5` or `12.5`. */
export function toldNumber(value: unknown): number | undefined {
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

/** A text that is not blank, without what surrounds it. */
export const toldText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** Seconds of `H:MM:SS` or `MM:SS`. */
export function toldClock(value: unknown): number | undefined {
  const [, hours = '0', minutes, seconds] =
    /^(?:(\d{1,4}):)?(\d{1,3}):(\d\d)(?:\.\d+)?$/.exec(toldText(value) ?? '') ?? []
  if (minutes === undefined) return undefined
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
}

const DATE_AND_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d)[:_](\d\d)(?:[:_](\d\d))?(?:\.\d+)?\s*(Z|UTC|[+-]\d\d[:_]?\d\d)?/

/** The instant of `YYYY-MM-DD HH:MM:SS` with what may follow, in its own time zone, else in the given one. */
export function toldInstant(value: unknown, timezone = 'UTC'): number | undefined {
  const match = DATE_AND_TIME.exec(toldText(value) ?? '')
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const isReal =
    new Date(wall).getUTCDate() === day && month <= 12 && hour < 24 && minute < 60 && second < 61
  if (!isReal) return undefined
  const zone = match[7]
  if (zone === undefined) return instantOf(wall, timezone)
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d)[:_]?(\d\d)$/.exec(zone) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return wall - (sign === '-' ? -offset : offset)
}
