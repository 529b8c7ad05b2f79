import { expect, test } from 'bun:test'
import { daysIn, daysOf, otherDaysOf, startOfPeriod } from '@/web/screens/efforts/periods'

test('a time ends today and has as many days as it says, in the zone of the reader', () => {
  const late = new Date('2026-03-31T22:30:00Z')
  expect(startOfPeriod('month', late, 'UTC')).toBe('2026-03-04')
  expect(startOfPeriod('month', late, 'Europe/Paris')).toBe('2026-03-05')
  expect(startOfPeriod('quarter', late, 'UTC')).toBe('2026-01-01')
  expect(startOfPeriod('year', late, 'UTC')).toBe('2025-04-01')
})

test('a time is held against the year before it, or against days of one’s own', () => {
  const days = daysOf('quarter', {}, new Date('2026-03-31T12:00:00Z'), 'UTC')
  expect(days).toEqual({ from: '2026-01-01' })
  expect(otherDaysOf('before', {}, days)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(otherDaysOf('ever', {}, days)).toEqual({})
  expect(otherDaysOf('nothing', {}, days)).toBeUndefined()
  const own = daysIn('2024-02-30x', '2024-02-29')
  expect(own).toEqual({ to: '2024-02-29' })
  expect(otherDaysOf('days', own, days)).toEqual(own)
  expect(daysOf('days', own, new Date(), 'UTC')).toEqual(own)
})

test('there is no year before everything', () => {
  expect(otherDaysOf('before', {}, daysOf('ever', {}, new Date(), 'UTC'))).toBeUndefined()
  expect(otherDaysOf('before', {}, { to: '2024-01-01' })).toBeUndefined()
})
