import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { barsOf } from '@/web/sums/measures'
import { periodName } from '@/web/sums/period-name'
import { type PeriodKind, periodsUntil } from '@/web/sums/periods'

describe('periodsUntil', () => {
  test('names months as the API does', () => {
    const { names, from, to } = periodsUntil('2026-02-14', 'month', 0)
    expect(names.slice(-3)).toEqual(['2025-12', '2026-01', '2026-02'])
    expect([names.length, from, to]).toEqual([12, '2025-03-01', '2026-02-28'])
  })

  test('begins weeks on the wanted day', () => {
    // 2026-11-21 is a Saturday.
    expect(periodsUntil('2026-11-21', 'week', 0).names.at(-1)).toBe('2026-11-15')
    expect(periodsUntil('2026-11-21', 'weekm', 0).names.at(-1)).toBe('2026-11-16')
    expect(periodsUntil('2026-11-22', 'week', 0).names.at(-1)).toBe('2026-11-22')
    expect(periodsUntil('2026-11-22', 'weekm', 0).names.at(-1)).toBe('2026-11-16')
  })

  test('ends on or after today, and pages meet without gap', () => {
    const kind = fc.constantFrom<PeriodKind>('week', 'weekm', 'month', 'year')
    const day = fc.date({
      min: new Date('1980-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(kind, day, fc.nat(20), (one, date, pages) => {
        const today = date.toISOString().slice(0, 10)
        const { names, from, to } = periodsUntil(today, one, pages)
        const earlier = periodsUntil(today, one, pages + 1)
        const next = new Date(Date.parse(earlier.to) + 86_400_000).toISOString().slice(0, 10)
        expect(next).toBe(from)
        expect(new Set(names).size).toBe(names.length)
        expect(names.toSorted()).toEqual(names)
        if (pages === 0) expect(from <= today && today <= to).toBe(true)
      }),
    )
  })
})

test('periods are named as short as they can be told apart', () => {
  const english = { locale: 'en' }
  expect(periodName('2026', english)).toBe('2026')
  expect(periodName('2026-05', english)).toBe('May')
  expect(periodName('2026-01', english)).toBe('Jan 26')
  expect(periodName('2026-11-16', english)).toBe('11/16')
})

test('bars add up what the sports have, and stand for periods without workouts too', () => {
  const sums = (distance: number) => ({
    total_workouts: 1,
    total_distance: distance,
    total_duration: 60,
    total_ascent: null,
  })
  const data = { '2026-05': { 1: sums(20), 5: sums(5) } }
  expect(barsOf(['2026-04', '2026-05'], data, 'total_distance')).toEqual([
    { name: '2026-04', parts: [], sum: 0 },
    {
      name: '2026-05',
      parts: [
        { sportId: 1, value: 20 },
        { sportId: 5, value: 5 },
      ],
      sum: 25,
    },
  ])
  expect(barsOf(['2026-05'], data, 'total_ascent')[0]?.sum).toBe(0)
})
