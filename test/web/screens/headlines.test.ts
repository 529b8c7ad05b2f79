import { describe, expect, test } from 'bun:test'
import type { RankedEffort } from '@/web/api/workouts/efforts'
import type { WorkoutLoad } from '@/web/api/workouts/training'
import type { WorkoutRecord } from '@/web/api/workouts/workouts'
import { selectHeadlines } from '@/web/screens/workout/headlines/select-headlines'

const workout = {
  id: 'w3',
  records: [],
  sport_id: 1,
  workout_date: 'Sat, 03 Oct 2026 07:00:00 GMT',
}

const effort = (
  target: number,
  place: number | null,
  changes: Partial<RankedEffort> = {},
): RankedEffort => ({
  kind: 'distance',
  target,
  value: target / 4,
  start: 0,
  duration: target / 4,
  place,
  place_then: place,
  ...changes,
})

const record = (record_type: string) => ({ id: 1, record_type, sport_id: 1 }) as WorkoutRecord

const loadOf = (value: number): WorkoutLoad => ({
  loads: [{ source: 'power', value, intensity_factor: 0.8, is_estimate: false }],
  zones: {},
})

describe('the headlines of a workout', () => {
  test('rank it on its course among at least three, unless it is far behind', () => {
    const ranked = (place: number, count: number) =>
      selectHeadlines({ workout, rank: { place, count } })
    expect(ranked(2, 62)).toEqual([{ kind: 'course', place: 2, count: 62 }])
    expect(ranked(1, 2)).toEqual([])
    expect(ranked(11, 62)).toEqual([])
  })

  test('prefer the best and longest efforts, without implausible ones and heart rates', () => {
    const efforts = [
      ...[effort(400, 1), effort(1000, 2), effort(5000, 1), effort(10_000, 1)],
      effort(20_000, 1, { implausible: true }),
      effort(3600, 1, { kind: 'heart_rate', duration: 90_000 }),
      effort(40_000, null),
    ]
    const targets = selectHeadlines({ workout, efforts }).map((headline) =>
      headline.kind === 'effort' ? headline.effort.target : null,
    )
    expect(targets).toEqual([10_000, 5000])
  })

  test('are at most four, in the order of interest, and always include the load', () => {
    const headlines = selectHeadlines({
      workout: { ...workout, records: [record('MS'), record('FD')] },
      rank: { place: 1, count: 3 },
      efforts: [effort(1000, 1), effort(5000, 3), effort(10_000, 2)],
      load: loadOf(138),
    })
    expect(headlines.map(({ kind }) => kind)).toEqual(['course', 'effort', 'record', 'load'])
    expect(headlines.at(-1)).toMatchObject({ value: 138, intensity: 'hard' })
  })

  test.each([
    [49.9, 'easy'],
    [50, 'moderate'],
    [149, 'hard'],
    [150, 'veryHard'],
  ] as const)('call a load of %p %s', (value, intensity) => {
    expect(selectHeadlines({ workout, load: loadOf(value) })[0]).toMatchObject({ intensity })
  })

  test('are none without data', () => {
    expect(selectHeadlines({ workout })).toEqual([])
  })
})
