import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { findRankedDay, type ListCounts } from '@/domain/statistics/find-ranked-day'
import { periodNumber } from '@/domain/statistics/periods'

/** The numbers of workouts on these days, as in the totals. */
const countsOf =
  (days: readonly number[]): ListCounts =>
  async (period, { first, last }) =>
    [...Map.groupBy(days, (day) => periodNumber(period, day))]
      .map(([number, workouts]) => ({ number, count: workouts.length }))
      .filter(({ number }) => number >= first && number <= last)
      .sort((one, other) => other.number - one.number)

/** Days of the years from -100 to 2100: some in the same month, some far apart. */
const day = fc.oneof(
  fc.integer({ min: 19_650, max: 19_800 }),
  fc.integer({ min: -755_000, max: 47_500 }),
)

test('findRankedDay agrees with sorting for every rank', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { maxLength: 30, size: 'max' }), async (days) => {
      const sorted = days.toSorted((one, other) => other - one)
      for (const [at, expected] of sorted.entries())
        expect(await findRankedDay(at + 1, countsOf(days))).toEqual({
          day: expected,
          newer: sorted.filter((one) => one > expected).length,
        })
      expect(await findRankedDay(days.length + 1, countsOf(days))).toBeUndefined()
    }),
  )
})
