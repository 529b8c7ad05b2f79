import { describe, expect, test } from 'bun:test'
import { computeUsualTotal, getUsualFrom } from '@/web/totals/usual-week'
import { compareYears, getSameDayLastYear } from '@/web/totals/year-to-date'

const ride = (hours: number, kilometres = 10) => ({
  total_workouts: 1,
  total_distance: kilometres,
  total_duration: hours * 3600,
  total_ascent: null,
})

describe('computeUsualTotal', () => {
  // A Tuesday.
  const today = '2026-11-24'
  const request = { today, fromMonday: true, measure: 'total_duration' } as const

  test('averages the days up to the same weekday, in weeks since the first workout', () => {
    const totals = {
      // Two weeks ago: Monday counts, Wednesday does not.
      '2026-11-09': { 1: ride(2) },
      '2026-11-11': { 1: ride(5) },
      // Last week: nothing by Tuesday.
      '2026-11-18': { 1: ride(1) },
      // This week does not count.
      '2026-11-23': { 1: ride(9) },
    }
    expect(computeUsualTotal(totals, request)).toBe(3600)
  })

  test('sums all sports of a day, and knows weeks that begin on Sunday', () => {
    const totals = { '2026-11-15': { 1: ride(1), 5: ride(3) } }
    expect(computeUsualTotal(totals, { ...request, fromMonday: false })).toBe(4 * 3600)
    // From Monday on, that Sunday is the last day of the week before the last.
    expect(computeUsualTotal(totals, request)).toBe(0)
  })

  test('is undefined without workouts in the last eight weeks', () => {
    expect(computeUsualTotal({}, request)).toBeUndefined()
    expect(computeUsualTotal({ '2026-11-23': { 1: ride(1) } }, request)).toBeUndefined()
    expect(getUsualFrom(today, true)).toBe('2026-09-28')
    expect(computeUsualTotal({ '2026-09-28': { 1: ride(8) } }, request)).toBe(3600)
    expect(computeUsualTotal({ '2026-09-27': { 1: ride(8) } }, request)).toBeUndefined()
  })
})

test('the same day last year of 29 February is 28 February', () => {
  expect(getSameDayLastYear('2028-02-29')).toBe('2027-02-28')
  expect(getSameDayLastYear('2028-03-01')).toBe('2027-03-01')
})

test('years are compared by sport, in distance where the sport has one, most time first', () => {
  const [cycling, strength] = [1, 1001]
  const months = {
    '2025-02': { [cycling]: ride(1, 100) },
    '2025-12': { [cycling]: ride(1, 50) },
    '2026-01': { [cycling]: ride(2, 80), [strength]: ride(30, 0) },
    '2026-03': { [cycling]: ride(2, 40) },
  }
  const before = { '2025': { [cycling]: ride(1, 100), 7: ride(1, 3) } }
  const sports = compareYears({ months, before }, '2026-03-15')
  expect(sports.map(({ sportId }) => sportId)).toEqual([strength, cycling, 7])
  expect(sports[0]).toMatchObject({ measure: 'total_duration', now: 30 * 3600, before: 0 })
  expect(sports[1]).toMatchObject({ now: 120, before: 100, thisYear: [80, 80, 120] })
  expect(sports[1]?.lastYear).toEqual([0, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 150])
})
