import { expect, test } from 'bun:test'
import {
  createMask,
  findYears,
  readFilter,
  writeFilter,
} from '@/web/screens/global-map/line-filter'
import type { Preferences } from '@/web/state/preferences'

const preferences: Preferences = {
  units: 'metric',
  ...{ locale: 'en', dateFormat: 'yyyy-MM-dd', timeZone: 'Pacific/Auckland' },
  ...{ language: 'en', elevationFromZero: false, showAscent: true },
}

const dates = Float64Array.from(
  ['2026-03-01T00:00Z', '2024-12-31T11:00Z', '2024-12-31T10:59Z', '2021-06-01T00:00Z'],
  (text) => Date.parse(text),
)
const years = findYears(dates, preferences)

test('years begin at midnight in the time zone of the account', () => {
  expect([...years]).toEqual([2026, 2025, 2024, 2021])
  expect([...findYears(new Float64Array(), preferences)]).toEqual([])
})

test('filters are read from the URL within the years that there are', () => {
  expect(readFilter({}, years)).toEqual({ years: [2021, 2026], sports: new Set() })
  expect(readFilter({ from: '2024-05-01', to: '2025', sport_ids: '1,5,x' }, years)).toEqual({
    ...{ years: [2024, 2025], sports: new Set([1, 5]) },
  })
  expect(readFilter({ from: '2030', to: '1999' }, years).years).toEqual([2021, 2026])
})

test('the URL contains only what restricts the map', () => {
  expect(writeFilter({ years: [2021, 2026], sports: new Set() }, years)).toEqual({})
  expect(writeFilter({ years: [2024, 2025], sports: new Set([5, 1]) }, years)).toEqual({
    ...{ from: '2024', to: '2025', sport_ids: '5,1' },
  })
})

test('a filter selects workouts by year and sport', () => {
  const sportIds = Uint32Array.of(1, 5, 5, 1)
  const mask = (first: number, last: number, ...sports: number[]) =>
    createMask({ years: [first, last], sports: new Set(sports) }, years, sportIds).join('')
  expect(mask(2021, 2026)).toBe('1111')
  expect(mask(2024, 2025)).toBe('0110')
  expect(mask(2021, 2026, 1)).toBe('1001')
  expect(mask(2025, 2026, 5)).toBe('0100')
})
