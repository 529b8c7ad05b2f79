import { describe, expect, test } from 'bun:test'
import { DAY_MS, dayAt, daysAfter } from '@/web/format/days'

describe('days of a calendar', () => {
  test('follow each other over the ends of months and years', () => {
    expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysAfter('2026-11-22', 0)).toBe('2026-11-22')
  })

  test('are as many as were asked for where clocks are changed meanwhile', () => {
    // In Paris the hour before midnight of this day is 89 × 24 hours after the hour past midnight of August 26.
    expect(daysAfter('2026-11-22', -89)).toBe('2026-08-25')
  })

  test('begin with their first millisecond in UTC', () => {
    expect(dayAt(DAY_MS - 1)).toBe('1970-01-01')
    expect(dayAt(DAY_MS)).toBe('1970-01-02')
  })
})
