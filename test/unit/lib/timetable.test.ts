import { describe, expect, test } from 'bun:test'
import { DAY, MINUTE } from '@/lib/time/clock'
import { nextTime } from '@/lib/time/timetable'
import { setTimeZone } from '../../support/machine-zone'

/** Zones that change their clocks at midnight, at one, at two, at three, by half an hour, and never. */
const ZONES = [
  ...['America/Havana', 'Africa/Cairo', 'Europe/London', 'Europe/Paris', 'America/St_Johns'],
  ...['Europe/Athens', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'],
]
/** Times of scheduled jobs and backups, some of which are skipped or occur twice when the clocks change. */
const TIMES = ['30 0 * * *', '30 1 * * *', '45 1 * * *', '30 2 * * *', '17 3 * * *', '53 3 * * *']

const at = (text: string) => Date.parse(text)

/** How many times a job is due between two instants, when checked every ten minutes. */
function runsBetween(when: string, from: number, until: number): number[] {
  const runs: number[] = []
  let due = nextTime(when, from)
  for (let now = from; now < until; now += 10 * MINUTE)
    if (now >= due) {
      runs.push(now)
      due = nextTime(when, now)
    }
  return runs
}

describe('a nightly job', () => {
  test.each(ZONES)('runs once in each night of a year in %s', (zone) => {
    setTimeZone(zone)
    // Starts at noon so that every night is complete; the year has 365 of them.
    const noon = new Date(2027, 0, 1, 12).getTime()
    const noonAYearLater = new Date(2028, 0, 1, 12).getTime()
    for (const when of TIMES) {
      const runs = runsBetween(when, noon, noonAYearLater)
      const days = new Set(runs.map((run) => new Date(run).toDateString()))
      expect([when, runs.length, days.size]).toEqual([when, 365, 365])
    }
  })

  test('runs at the local time of the machine, also after the clocks change', () => {
    setTimeZone('Europe/Paris')
    const texts = (from: string) =>
      runsBetween('17 3 * * *', at(from), at(from) + 3 * DAY).map((run) =>
        new Date(run).toISOString().slice(0, 16),
      )
    expect(texts('2027-03-26T12:00:00Z')).toEqual([
      ...['2027-03-27T02:20', '2027-03-28T01:20', '2027-03-29T01:20'],
    ])
    expect(texts('2027-10-29T12:00:00Z')).toEqual([
      ...['2027-10-30T01:20', '2027-10-31T02:20', '2027-11-01T02:20'],
    ])
  })
})

test('a schedule that never matches is never due', () => {
  expect(nextTime('0 0 30 2 *', at('2026-11-22T12:00:00Z'))).toBe(Number.POSITIVE_INFINITY)
})
