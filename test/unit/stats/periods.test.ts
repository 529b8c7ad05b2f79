import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import catalogue from '@/domain/reference/timezones.json'
import { type Period, parsePeriod, periodName, periodNumbers } from '@/domain/statistics/periods'
import { formatLocalTime, toInstant } from '@/lib/time/local-date'

const PERIODS = ['day', 'week', 'weekm', 'month', 'year'] as const
const DAY = 86_400_000
const zone = fc.constantFrom(...catalogue.timezones)
const instant = fc.integer({ min: Date.parse('1965-01-01Z'), max: Date.parse('2079-12-31Z') })

const nameAt = (period: Period, when: number, timezone = 'UTC') =>
  periodName(period, periodNumbers(period, timezone)(when))

const noonIn = (day: string, timezone: string) =>
  toInstant(Date.parse(`${day}T12:00:00Z`), timezone)

describe('parsePeriod', () => {
  test.each(PERIODS)('accepts %s', (name) => {
    expect(parsePeriod(name)).toBe(name)
  })

  test.each(['weeks', 'weekly', 'week1'])('reads %s as weeks from Monday', (name) => {
    expect(parsePeriod(name)).toBe('weekm')
  })

  test.each(['', 'Year', 'decade', 'months'])('rejects %p', (name) => {
    expect(parsePeriod(name)).toBeUndefined()
  })
})

describe('the period of an instant', () => {
  test.each([
    ['day', '2018-12-30'],
    ['week', '2018-12-30'],
    ['weekm', '2018-12-24'],
    ['month', '2018-12'],
    ['year', '2018'],
  ] as const)('by %s is called %s on 30 December 2018', (period, name) => {
    expect(nameAt(period, Date.parse('2018-12-30T12:00:00Z'))).toBe(name)
  })

  // The example of the contract.
  test.each([
    ['2018-12-30', '2018-12-30', '2018-12-24'],
    ['2018-12-31', '2018-12-30', '2018-12-31'],
    ['2019-01-06', '2019-01-06', '2018-12-31'],
  ])('assigns %s to the weeks of %s and %s', (day, fromSunday, fromMonday) => {
    const when = noonIn(day, 'Europe/Paris')
    expect(nameAt('week', when, 'Europe/Paris')).toBe(fromSunday)
    expect(nameAt('weekm', when, 'Europe/Paris')).toBe(fromMonday)
  })

  test.each([
    ['Europe/Paris', '2024-03-30T23:30:00Z', '2024-03-31'],
    ['Europe/Paris', '2024-03-31T21:59:59Z', '2024-03-31'],
    ['Europe/Paris', '2024-03-31T22:00:00Z', '2024-04-01'],
    ['Europe/Paris', '2024-10-27T22:59:59Z', '2024-10-27'],
    ['Europe/Paris', '2024-10-27T23:00:00Z', '2024-10-28'],
    ['America/Los_Angeles', '2024-03-10T07:59:59Z', '2024-03-09'],
    ['America/Los_Angeles', '2024-03-11T06:59:59Z', '2024-03-10'],
    ['America/Los_Angeles', '2024-03-11T07:00:00Z', '2024-03-11'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
    ['Asia/Kathmandu', '2024-01-01T18:15:00Z', '2024-01-02'],
  ])('uses local time in %s at %s', (timezone, when, day) => {
    expect(nameAt('day', Date.parse(when), timezone)).toBe(day)
  })

  test('begins with the text of the local date', () => {
    fc.assert(
      fc.property(instant, zone, (when, timezone) => {
        const date = formatLocalTime(when, timezone).slice(0, 10)
        expect(nameAt('day', when, timezone)).toBe(date)
        expect(nameAt('month', when, timezone)).toBe(date.slice(0, 7))
        expect(nameAt('year', when, timezone)).toBe(date.slice(0, 4))
      }),
    )
  })

  test.each([
    ['week', 0],
    ['weekm', 1],
  ] as const)('by %s is named by its first day, at most six days before', (period, weekday) => {
    fc.assert(
      fc.property(instant, zone, (when, timezone) => {
        const first = Date.parse(nameAt(period, when, timezone))
        const day = Date.parse(formatLocalTime(when, timezone).slice(0, 10))
        expect(new Date(first).getUTCDay()).toBe(weekday)
        expect((day - first) / DAY).toBeWithin(0, 7)
      }),
    )
  })

  test('has a higher number and a later name for later instants', () => {
    fc.assert(
      fc.property(instant, instant, fc.constantFrom(...PERIODS), (one, other, period) => {
        const numberOf = periodNumbers(period, 'UTC')
        const order = Math.sign(numberOf(one) - numberOf(other))
        expect(nameAt(period, one) > nameAt(period, other)).toBe(order > 0)
        if (order !== 0) expect(order).toBe(Math.sign(one - other))
      }),
    )
  })
})
