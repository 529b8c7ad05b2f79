import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Period, periodNumber } from '@/domain/statistics/periods'
import { divideSpan, type Span } from '@/domain/statistics/spans'
import { runs } from '../../support/properties'

const PERIODS: readonly Period[] = ['day', 'week', 'weekm', 'month', 'year']
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
const span = (first: string, last: string): Span => ({ first: dayOf(first), last: dayOf(last) })
const isIn = (number: number, { first, last }: Span) => number >= first && number <= last

describe('divideSpan', () => {
  test('returns no single days for whole months', () => {
    const parts = divideSpan('month', span('2024-02-01', '2024-03-31'))
    expect(parts).toEqual({ whole: { first: 2024 * 12 + 1, last: 2024 * 12 + 2 }, days: [] })
  })

  test('returns the days at both ends for a span within years', () => {
    expect(divideSpan('year', span('2021-12-30', '2024-01-02'))).toEqual({
      whole: { first: 2022, last: 2023 },
      days: [span('2021-12-30', '2021-12-31'), span('2024-01-01', '2024-01-02')],
    })
  })

  test('returns the days for a span within one month', () => {
    const days = span('2024-02-03', '2024-02-05')
    expect(divideSpan('month', days).days).toEqual([days])
  })

  test('returns every period for an unlimited span', () => {
    const endless = { first: -Infinity, last: Infinity }
    expect(divideSpan('month', endless)).toEqual({ whole: endless, days: [] })
  })

  test('covers each day of the span once, and no other', () => {
    const day = fc.integer({ min: dayOf('1999-11-01'), max: dayOf('2002-03-01') })
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), day, day, (period, first, last) => {
        const { whole, days } = divideSpan(period, { first, last })
        for (let one = dayOf('1999-01-01'); one <= dayOf('2002-12-31'); one++) {
          const times =
            Number(isIn(periodNumber(period, one), whole)) +
            days.filter((part) => isIn(one, part)).length
          expect(times).toBe(one >= first && one <= last ? 1 : 0)
        }
      }),
      runs(60),
    )
  })
})
