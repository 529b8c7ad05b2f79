import { expect, test } from 'bun:test'
import { daysIn, getDays, getOtherDays, startOfPeriod } from '@/web/screens/efforts/periods'

test('a period ends today and has the given number of days, in the time zone of the reader', () => {
  const late = new Date('2026-03-31T22:30:00Z')
  expect(startOfPeriod('month', late, 'UTC')).toBe('2026-03-04')
  expect(startOfPeriod('month', late, 'Europe/Paris')).toBe('2026-03-05')
  expect(startOfPeriod('quarter', late, 'UTC')).toBe('2026-01-01')
  expect(startOfPeriod('year', late, 'UTC')).toBe('2025-04-01')
})

test('a period is compared with the year before it, or with custom days', () => {
  const days = getDays('quarter', {}, new Date('2026-03-31T12:00:00Z'), 'UTC')
  expect(days).toEqual({ from: '2026-01-01' })
  expect(getOtherDays('before', {}, days)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(getOtherDays('ever', {}, days)).toEqual({})
  expect(getOtherDays('nothing', {}, days)).toBeUndefined()
  const own = daysIn('2024-02-30x', '2024-02-29')
  expect(own).toEqual({ to: '2024-02-29' })
  expect(getOtherDays('days', own, days)).toEqual(own)
  expect(getDays('days', own, new Date(), 'UTC')).toEqual(own)
})

test('there is no year before the period of all time', () => {
  expect(getOtherDays('before', {}, getDays('ever', {}, new Date(), 'UTC'))).toBeUndefined()
  expect(getOtherDays('before', {}, { to: '2024-01-01' })).toBeUndefined()
})
