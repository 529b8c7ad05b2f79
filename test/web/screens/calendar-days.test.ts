import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { calendarMonth, countStreak, monthAfter } from '@/web/screens/dashboard/calendar-days'

describe('calendarMonth', () => {
  test('starts weeks on the requested day', () => {
    // 2026-11-01 is a Sunday.
    expect(calendarMonth('2026-11', false)).toMatchObject({ from: '2026-11-01', to: '2026-12-05' })
    expect(calendarMonth('2026-11', true)).toMatchObject({ from: '2026-10-26', to: '2026-12-06' })
    expect(calendarMonth('2026-02', false).weeks).toHaveLength(4)
  })

  test('contains every day of its month in consecutive whole weeks', () => {
    const months = fc.record({ year: fc.integer({ min: 1980, max: 2090 }), month: fc.nat(11) })
    fc.assert(
      fc.property(months, fc.boolean(), ({ year, month }, fromMonday) => {
        const name = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7)
        const { weeks, from, to } = calendarMonth(name, fromMonday)
        const days = weeks.flat()
        expect([days[0], days.at(-1)]).toEqual([from, to])
        expect(days.toSorted()).toEqual(days)
        expect(weeks.every(({ length }) => length === 7)).toBe(true)
        const within = days.filter((day) => day.startsWith(name))
        expect(within).toHaveLength(new Date(Date.UTC(year, month + 1, 0)).getUTCDate())
        expect(new Date(`${from}T00:00:00Z`).getUTCDay()).toBe(fromMonday ? 1 : 0)
      }),
    )
  })
})

test('monthAfter continues across the end of the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

test('a streak is counted back to the first gap, ignoring the current week if it is empty', () => {
  const names = ['a', 'b', 'c', 'd']
  const streak = (...full: string[]) => countStreak(names, (name) => full.includes(name))
  expect(streak('a', 'b', 'c', 'd')).toBe(4)
  expect(streak('a', 'b', 'c')).toBe(3)
  expect(streak('a', 'c', 'd')).toBe(2)
  expect(streak('d')).toBe(1)
  expect(streak('a', 'b')).toBe(0)
  expect(countStreak([], () => true)).toBe(0)
})
