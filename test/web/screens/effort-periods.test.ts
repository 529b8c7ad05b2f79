import { expect, test } from 'bun:test'
import { startOfPeriod } from '@/web/screens/efforts/periods'

test('a time ends today and has as many days as it says, in the zone of the reader', () => {
  const late = new Date('2026-03-31T22:30:00Z')
  expect(startOfPeriod('month', late, 'UTC')).toBe('2026-03-04')
  expect(startOfPeriod('month', late, 'Europe/Paris')).toBe('2026-03-05')
  expect(startOfPeriod('quarter', late, 'UTC')).toBe('2026-01-01')
  expect(startOfPeriod('year', late, 'UTC')).toBe('2025-04-01')
})
