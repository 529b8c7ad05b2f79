import { describe, expect, test } from 'bun:test'
import { DAY, HOUR, MINUTE } from '@/lib/clock'
import { Timetable } from '@/lib/timetable'
import { standIn } from '../../support/machine-zone'

/** Where clocks are changed at midnight, at one, at two and at three, by half an hour, and nowhere. */
const ZONES = [
  ...['America/Havana', 'Africa/Cairo', 'Europe/London', 'Europe/Paris', 'America/St_Johns'],
  ...['Europe/Athens', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'],
]
/** Times of chores and of backups, among them such as are skipped or come twice. */
const TIMES = ['30 0 * * *', '30 1 * * *', '45 1 * * *', '30 2 * * *', '17 3 * * *', '53 3 * * *']

const at = (text: string) => Date.parse(text)

/** How often something is due from one instant to another, when somebody looks every ten minutes. */
function runsBetween(when: string, from: number, until: number): number[] {
  const timetable = new Timetable(when, from)
  const runs: number[] = []
  for (let now = from; now < until; now += 10 * MINUTE) if (timetable.isDue(now)) runs.push(now)
  return runs
}

describe('what is done every night', () => {
  test.each(ZONES)('is done once in each night of a year in %s', (zone) => {
    standIn(zone)
    // Noon, so that every night is whole; the year has 365 of them.
    const noon = new Date(2027, 0, 1, 12).getTime()
    const noonAYearLater = new Date(2028, 0, 1, 12).getTime()
    for (const when of TIMES) {
      const runs = runsBetween(when, noon, noonAYearLater)
      const days = new Set(runs.map((run) => new Date(run).toDateString()))
      expect([when, runs.length, days.size]).toEqual([when, 365, 365])
    }
  })

  test('is done at the time of the machine, also after its clock was changed', () => {
    standIn('Europe/Paris')
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

describe('a clock that is set', () => {
  const start = at('2026-11-22T12:00:00Z')

  test('to the present, from the year in which computers without a clock begin, makes it due once', () => {
    const timetable = new Timetable('17 3 * * *', 0)
    expect(timetable.isDue(MINUTE)).toBe(false)
    expect(timetable.isDue(start)).toBe(true)
    expect(timetable.isDue(start + MINUTE)).toBe(false)
    expect(timetable.isDue(start + 16 * HOUR)).toBe(true)
  })

  test('back by years does not put it off until that time comes again', () => {
    const timetable = new Timetable('17 3 * * *', start + 70 * 365 * DAY)
    expect(timetable.isDue(start)).toBe(false)
    expect(timetable.isDue(start + 15 * HOUR)).toBe(false)
    expect(timetable.isDue(start + 16 * HOUR)).toBe(true)
  })

  test('back by a moment does not make it due again', () => {
    const timetable = new Timetable('17 3 * * *', start)
    const due = at('2026-11-23T03:17:00Z')
    expect(timetable.isDue(due + 5)).toBe(true)
    expect(timetable.isDue(due - 2000)).toBe(false)
    expect(timetable.isDue(due + 3000)).toBe(false)
    expect(timetable.isDue(due + DAY)).toBe(true)
  })
})

test('a time that never comes is never due', () => {
  const timetable = new Timetable('0 0 30 2 *', at('2026-11-22T12:00:00Z'))
  expect(timetable.isDue(at('2400-01-01T00:00:00Z'))).toBe(false)
})
