import { expect, test } from 'bun:test'
import { sampleProgress } from '@/web/screens/records/sample-progress'

const NOW = Date.parse('2026-04-01T00:00:00Z')
const on = (day: string, value: number) => ({ workout_date: `${day}T08:00:00Z`, value })

test('the line of a record rises when it was improved, and stays level until now', () => {
  const line = sampleProgress(
    { record_type: 'FD', records: [on('2026-01-01', 10), on('2026-02-15', 12)] },
    NOW,
  )
  expect(line).toHaveLength(48)
  expect(line.slice(0, 23)).toEqual(Array.from({ length: 23 }, () => 10))
  expect(line.slice(25)).toEqual(Array.from({ length: 23 }, () => 12))
})

test('the line of a pace rises, too', () => {
  const line = sampleProgress(
    { record_type: 'AP', records: [on('2026-01-01', 330), on('2026-03-31', 300)] },
    NOW,
  )
  expect([line[0], line.at(-1)]).toEqual([-330, -300])
  expect(sampleProgress({ record_type: 'AP', records: [] }, NOW)).toEqual([])
})
