import { describe, expect, test } from 'bun:test'
import { addDays, DAY_MS, toDay } from '@/web/format/days'

describe('calendar days', () => {
  test('continue across the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addDays('2026-11-22', 0)).toBe('2026-11-22')
  })

  test('are counted correctly across clock changes', () => {
    // In Paris the hour before midnight of this day is 89 × 24 hours after the hour past midnight of August 26.
    expect(addDays('2026-11-22', -89)).toBe('2026-08-25')
  })

  test('begin at midnight UTC', () => {
    expect(toDay(DAY_MS - 1)).toBe('1970-01-01')
    expect(toDay(DAY_MS)).toBe('1970-01-02')
  })
})
