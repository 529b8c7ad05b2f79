import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatPeriodShort } from '@/web/totals/format-period'
import { createBars } from '@/web/totals/measures'
import { listPeriods, type PeriodKind } from '@/web/totals/periods'

describe('listPeriods', () => {
  test('names months like the API', () => {
    const { names, from, to } = listPeriods('2026-02-14', 'month', 0)
    expect(names.slice(-3)).toEqual(['2025-12', '2026-01', '2026-02'])
    expect([names.length, from, to]).toEqual([12, '2025-03-01', '2026-02-28'])
  })

  test('begins weeks on the requested day', () => {
    // 2026-11-21 is a Saturday.
    expect(listPeriods('2026-11-21', 'week', 0).names.at(-1)).toBe('2026-11-15')
    expect(listPeriods('2026-11-21', 'weekm', 0).names.at(-1)).toBe('2026-11-16')
    expect(listPeriods('2026-11-22', 'week', 0).names.at(-1)).toBe('2026-11-22')
    expect(listPeriods('2026-11-22', 'weekm', 0).names.at(-1)).toBe('2026-11-16')
  })

  test('ends on or after today, and pages are contiguous', () => {
    const kind = fc.constantFrom<PeriodKind>('week', 'weekm', 'month', 'year')
    const day = fc.date({
      min: new Date('1980-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(kind, day, fc.nat(20), (one, date, pages) => {
        const today = date.toISOString().slice(0, 10)
        const { names, from, to } = listPeriods(today, one, pages)
        const earlier = listPeriods(today, one, pages + 1)
        const next = new Date(Date.parse(earlier.to) + 86_400_000).toISOString().slice(0, 10)
        expect(next).toBe(from)
        expect(new Set(names).size).toBe(names.length)
        expect(names.toSorted()).toEqual(names)
        if (pages === 0) expect(from <= today && today <= to).toBe(true)
      }),
    )
  })
})

test('short period names are distinguishable', () => {
  const english = { dateFormat: 'MM/dd/yyyy', language: 'en' }
  expect(formatPeriodShort('2026', english)).toBe('2026')
  expect(formatPeriodShort('2026-05', english)).toBe('May')
  expect(formatPeriodShort('2026-01', english)).toBe('Jan 26')
  expect(formatPeriodShort('2026-11-16', english)).toBe('Nov 16')
})

test('bars total the sports of each period, including periods without workouts', () => {
  const sums = (distance: number) => ({
    total_workouts: 1,
    total_distance: distance,
    total_duration: 60,
    total_ascent: null,
  })
  const data = { '2026-05': { 1: sums(20), 5: sums(5) } }
  expect(createBars(['2026-04', '2026-05'], data, 'total_distance')).toEqual([
    { name: '2026-04', parts: [], total: 0 },
    {
      name: '2026-05',
      parts: [
        { sportId: 1, value: 20 },
        { sportId: 5, value: 5 },
      ],
      total: 25,
    },
  ])
  expect(createBars(['2026-05'], data, 'total_ascent')[0]?.total).toBe(0)
})
