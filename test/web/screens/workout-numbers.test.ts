import { describe, expect, test } from 'bun:test'
import type { Segment, Workout } from '@/web/api/workouts/workouts'
import { formatQuantity } from '@/web/format/quantity'
import { segmentColumns } from '@/web/screens/workout/track/segment-columns'
import { chartCount, mainFacts, otherFacts, pairs } from '@/web/screens/workout/workout-numbers'

const WISHES = { units: 'metric', locale: 'en', showAscent: true } as const

/** A workout with everything hidden from the viewer. */
const HIDDEN = {
  sport_id: 1,
  distance: null,
  duration: null,
  moving: null,
  pauses: null,
  ave_speed: null,
  max_speed: null,
  ave_pace: null,
  best_pace: null,
  ascent: null,
  descent: null,
  min_alt: null,
  max_alt: null,
  ave_hr: null,
  max_hr: null,
  ave_cadence: null,
  max_cadence: null,
  ave_power: null,
  max_power: null,
  calories: null,
}

const workout = (changes: object = {}) => ({ ...HIDDEN, ...changes }) as unknown as Workout

const RIDE = workout({
  distance: 61.82,
  duration: '2:46:55',
  moving: '2:36:55',
  pauses: '0:10:00',
  ave_speed: 23.64,
  max_speed: 32.5,
  ascent: 716.01,
  descent: 674.2,
  min_alt: 119,
  max_alt: 633,
  ave_hr: 150,
  max_hr: 176,
  ave_cadence: 86,
  max_cadence: 98,
  calories: 1510,
})

const read = (facts: ReturnType<typeof mainFacts>) =>
  Object.fromEntries(facts.map(({ label, quantity }) => [label, formatQuantity(quantity)]))

describe('the numbers of a workout', () => {
  test('start with the most important ones', () => {
    expect(read(mainFacts(RIDE, WISHES))).toEqual({
      'stat.distance': '61.82 km',
      'stat.moving': '2:36:55',
      'stat.averageSpeed': '23.6 km/h',
      'stat.ascent': '716 m',
    })
  })

  test('continue with other measurements', () => {
    expect(read(otherFacts(RIDE, WISHES))).toEqual({
      'stat.duration': '2:46:55',
      'stat.pauses': '10:00',
      'stat.descent': '674 m',
      'stat.lowest': '119 m',
      'stat.highest': '633 m',
      'stat.calories': '1,510 kcal',
    })
  })

  test('show pace if the server returns one', () => {
    const run = workout({ sport_id: 5, ave_pace: '0:05:27', best_pace: '0:04:10' })
    expect(read(mainFacts(run, WISHES))['stat.averagePace']).toBe('5:27 /km')
    expect(pairs(run, WISHES)).toEqual([
      {
        label: 'series.pace',
        average: { value: '5:27', unit: '/km' },
        best: { value: '4:10', unit: '/km' },
      },
    ])
  })

  test('show metres and the pace per 100 metres for swims', () => {
    const swim = workout({ sport_id: 16, distance: 1.525, moving: '0:30:30', ave_speed: 3 })
    expect(read(mainFacts(swim, WISHES))).toEqual({
      'stat.distance': '1,525 m',
      'stat.moving': '30:30',
      'stat.averagePace': '2:00 /100 m',
    })
    const still = workout({ sport_id: 16, distance: 0, moving: '0:00:00', ave_speed: 0 })
    expect(read(mainFacts(still, WISHES))['stat.averagePace']).toBe('–')
    expect(pairs({ ...swim, max_speed: 4 }, WISHES)).toEqual([
      {
        label: 'series.pace',
        average: { value: '2:00', unit: '/100 m' },
        best: { value: '1:30', unit: '/100 m' },
      },
    ])
  })

  test('show revolutions on a bike and steps on foot', () => {
    const steps = workout({ sport_id: 5, ave_cadence: 172, max_cadence: 190 })
    expect(pairs(steps, WISHES)[0]?.average).toEqual({ value: '172', unit: 'spm' })
    expect(pairs(RIDE, WISHES).at(-1)?.average).toEqual({ value: '86', unit: 'rpm' })
  })

  test('omit climbs for users who prefer so', () => {
    const wishes = { ...WISHES, showAscent: false }
    expect(read(mainFacts(RIDE, wishes))).not.toHaveProperty('stat.ascent')
    expect(read(otherFacts(RIDE, wishes))).not.toHaveProperty('stat.descent')
  })

  test('are dashes for a workout with everything hidden', () => {
    expect(read(mainFacts(workout(), WISHES))).toEqual({
      'stat.distance': '–',
      'stat.moving': '–',
      'stat.averageSpeed': '–',
    })
    expect(otherFacts(workout(), WISHES)).toEqual([])
    expect(pairs(workout(), WISHES)).toEqual([])
    expect(chartCount(workout())).toBe(0)
  })

  test('include the number of charts to expect', () => {
    expect(chartCount(RIDE)).toBe(4)
  })
})

test('the segments of a swim are shown in metres and paces per 100 metres', () => {
  const segment = { distance: 0.4, duration: '0:08:00', moving: null, ave_speed: 3, ave_pace: null }
  const segments = [{ ...segment, ascent: null, descent: null, ave_hr: null }]
  const columns = segmentColumns(segments as unknown as Segment[], 16, WISHES)
  expect(
    columns.map(({ label, read: cell }) => [label, formatQuantity(cell(segments[0] as never))]),
  ).toEqual([
    ['stat.distance', '400 m'],
    ['stat.moving', '8:00'],
    ['series.pace', '2:00 /100 m'],
  ])
})

test('the table of segments has a column for every value that at least one segment has', () => {
  const empty = { distance: 1, duration: '0:10:00', moving: null, ascent: null, descent: null }
  const none = { ...empty, ave_speed: null, ave_pace: null, ave_hr: null }
  const segments = [none, { ...none, ave_hr: 140 }] as unknown as Segment[]
  const columns = segmentColumns(segments, 1, WISHES)
  expect(columns.map(({ label }) => label)).toEqual(['stat.distance', 'stat.moving', 'series.hr'])
  const rows = segments.map((segment) =>
    columns.map(({ read: cell }) => formatQuantity(cell(segment))),
  )
  expect(rows).toEqual([
    ['1.00 km', '10:00', '–'],
    ['1.00 km', '10:00', '140 bpm'],
  ])
})
