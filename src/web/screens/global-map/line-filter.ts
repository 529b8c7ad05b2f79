import type { MapSearch } from '@/web/api/workouts/map-search'
import { formatIsoDay, formatTime } from '@/web/format/dates'
import type { Preferences } from '@/web/state/preferences'

/** Which workouts the map shows: those of all sports if `sports` is empty. */
export interface LineFilter {
  years: readonly [first: number, last: number]
  sports: ReadonlySet<number>
}

/** Returns the year of each date in the account's time zone. Dates are in milliseconds, latest first. */
export function findYears(dates: Float64Array, preferences: Preferences): Uint16Array {
  const years = new Uint16Array(dates.length)
  let year = 0
  let start = Number.POSITIVE_INFINITY
  for (const [index, date] of dates.entries()) {
    if (date < start) {
      year = Number(formatIsoDay(new Date(date), preferences).slice(0, 4))
      start = findYearStart(year, preferences)
    }
    years[index] = year
  }
  return years
}

/** Returns the instant at which a year begins in the account's time zone, by the offset from UTC around that time. */
function findYearStart(year: number, preferences: Preferences): number {
  const start = Date.UTC(year, 0, 1)
  const date = new Date(start)
  const local = Date.parse(`${formatIsoDay(date, preferences)}T${formatTime(date, preferences)}Z`)
  return start - (local - start)
}

/** Returns the filter of a URL for workouts of these years. Days, which earlier links have, count as their years. */
export function readFilter({ from, to, sport_ids }: MapSearch, years: Uint16Array): LineFilter {
  const [last = 0, first = 0] = [years[0], years.at(-1)]
  const read = (text: string | undefined, missing: number) => {
    const year = Number(text?.slice(0, 4))
    return text && year > 0 ? Math.min(Math.max(year, first), last) : missing
  }
  const [start, end] = [read(from, first), read(to, last)]
  return {
    years: [Math.min(start, end), Math.max(start, end)],
    sports: new Set(sport_ids?.split(',').map(Number).filter(Boolean)),
  }
}

/** Returns the parameters of a filter; those that do not restrict anything are omitted. */
export function writeFilter({ years, sports }: LineFilter, all: Uint16Array): MapSearch {
  const [last = 0, first = 0] = [all[0], all.at(-1)]
  return {
    ...(years[0] > first && { from: String(years[0]) }),
    ...(years[1] < last && { to: String(years[1]) }),
    ...(sports.size > 0 && { sport_ids: [...sports].join() }),
  }
}

/** Returns 1 for each workout that matches a filter. */
export function createMask(
  { years: [first, last], sports }: LineFilter,
  years: Uint16Array,
  sportIds: Uint32Array,
): Uint8Array {
  return Uint8Array.from(years, (year, index) => {
    const isSport = sports.size === 0 || sports.has(sportIds[index] ?? 0)
    return year >= first && year <= last && isSport ? 1 : 0
  })
}
