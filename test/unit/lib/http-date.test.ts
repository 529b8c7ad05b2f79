import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatHttpDate } from '@/lib/time/http-date'

/** The largest timestamp of a `Date`, in milliseconds. */
const FURTHEST = 8_640_000_000_000_000

test('formatHttpDate agrees with Date.toUTCString', () => {
  expect(formatHttpDate(Date.UTC(2019, 6, 4, 4, 9, 8))).toBe('Thu, 04 Jul 2019 04:09:08 GMT')
  const instants = fc.oneof(
    fc.integer({ min: -FURTHEST, max: FURTHEST }),
    fc.integer({ min: Date.UTC(1900), max: Date.UTC(2100) }),
    fc.constantFrom(
      Date.UTC(999, 11, 31),
      Date.UTC(9999, 11, 31, 23, 59, 59),
      FURTHEST,
      Number.NaN,
    ),
  )
  fc.assert(
    fc.property(instants, (instant) => {
      expect(formatHttpDate(instant)).toBe(new Date(instant).toUTCString())
    }),
  )
})
