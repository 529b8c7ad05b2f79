import { describe, expect, test } from 'bun:test'
import type { ComparedWorkout, Comparison } from '@/web/api/workouts/comparison'
import {
  alignTimes,
  listSeries,
  placeAt,
  rangeOfCompared,
  readAt,
  tableRows,
  writeGap,
} from '@/web/screens/compare/compared-series'
import { computeTrend } from '@/web/screens/workout/same-route/trend'

/** A workout in a comparison with only the given columns. */
const compared = (columns: Partial<ComparedWorkout>, ave_pace: string | null = null) =>
  ({
    workout: { ave_pace },
    ...{ at_places: true, gap: null, travelled: null, elapsed: null, speed: null, line: null },
    ...{ elevation: null, hr: null, cadence: null, power: null },
    ...columns,
  }) as ComparedWorkout

const line = { step: 0.5, latitude: [47, 47.01, 47.02], longitude: [8, 8, 8.1] }

describe('the charts of a comparison', () => {
  const distance = [0, 1, 2]
  const comparison = (...workouts: ComparedWorkout[]): Comparison => ({ distance, workouts })

  test('contain the measured series, with the gap first', () => {
    const one = compared({ speed: [10, 11, 12] })
    const other = compared({ speed: [20, null, 22], hr: [null, 140, 150], gap: [0, -5, -10] })
    expect(listSeries(comparison(one, other), 'metric')).toEqual([
      {
        key: 'gap',
        columns: [
          [null, null, null],
          [0, -5, -10],
        ],
      },
      {
        key: 'speed',
        columns: [
          [10, 11, 12],
          [20, null, 22],
        ],
      },
      {
        key: 'hr',
        columns: [
          [null, null, null],
          [null, 140, 150],
        ],
      },
    ])
  })

  test('show the pace per 100 metres for swims', () => {
    const one = compared({ speed: [3, 0, 3.6] })
    const swim = { ...one, workout: { ...one.workout, sport_id: 16 } }
    expect(listSeries(comparison(swim), 'metric')).toEqual([
      { key: 'pace', columns: [[120, null, 100]] },
    ])
  })

  test('show pace if the sport of the first workout prefers it, in the units of the reader', () => {
    const one = compared({ speed: [12, 0, null] }, '0:05:00')
    const [pace, ...more] = listSeries(
      comparison(one, compared({ speed: [10, 10, 10] })),
      'imperial',
    )
    expect([pace?.key, more]).toEqual(['pace', []])
    expect(pace?.columns[0]?.map((value) => value && Math.round(value))).toEqual([483, null, null])
  })

  test('include zero in the range of the gap', () => {
    const [low, high] = rangeOfCompared({ key: 'gap', columns: [[60, 120]] })
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(120)
  })
})

test('a gap is formatted with its sign', () => {
  expect([65, -12, 0.2, 3700].map(writeGap)).toEqual(['+1:05', '−0:12', '0:00', '+1:01:40'])
})

test('the position of a workout is interpolated on its line', () => {
  const place = placeAt(compared({ line }), 0.75)
  expect(place?.latitude).toBeCloseTo(47.015, 9)
  expect(place?.longitude).toBeCloseTo(8.05, 9)
  expect(placeAt(compared({ line }), 7)).toEqual({ latitude: 47.02, longitude: 8.1 })
  expect(placeAt(compared({ line }), null)).toBeNull()
  expect(placeAt(compared({}), 1)).toBeNull()
})

describe('the position of a workout when the first one was at a place', () => {
  const first = compared({ elapsed: [0, 100, 200, 300], travelled: [0, 1, 2, 3] })

  test('is determined by the time since their common start', () => {
    // Starts ten seconds late, then goes half as fast again.
    const other = compared({
      ...{ elapsed: [10, 76.7, 143.3, 210], travelled: [0, 1, 2, 3] },
      gap: [0, -33.3, -66.7, -100],
    })
    const moments = alignTimes(first, other)
    expect(moments.map((km) => km && Math.round(km * 100) / 100)).toEqual([0, 1.5, 3, 3])
  })

  test('is determined by the time since their starts if they have no common place', () => {
    const other = compared({ elapsed: [0, 50, null, 150], travelled: [0, 1, null, 3] })
    expect(alignTimes(first, other)).toEqual([0, 2, 3, 3])
  })

  test('is unknown without times', () => {
    expect(alignTimes(first, compared({}))).toEqual([null, null, null, null])
  })
})

test('a table of times has rows at round distances and at the end', () => {
  const xs = Array.from({ length: 101 }, (_, i) => i * 0.05)
  expect(tableRows(xs).map(({ x }) => x.toFixed(2))).toEqual([
    '1.00',
    '2.00',
    '3.00',
    '4.00',
    '5.00',
  ])
  const long = Array.from({ length: 1000 }, (_, i) => i * 0.13)
  expect(tableRows(long).length).toBeLessThan(22)
  expect(tableRows([])).toEqual([])
})

test('a row of times between two points of the axis is interpolated', () => {
  const [first, end] = tableRows([0, 0.6, 1.1, 1.5])
  expect(first).toMatchObject({ x: 1, index: 2 })
  if (!first || !end) throw new Error('There are two rows.')
  expect(readAt([0, 100, 200, 300], first)).toBeCloseTo(180, 9)
  expect(readAt([0, null, 200, 300], first)).toBeNull()
  expect(readAt([0, 100, 200, 300], end)).toBe(300)
  expect(readAt([0, 100, null, null], end)).toBeNull()
})

describe('computeTrend', () => {
  const day = 86_400_000
  test('returns the line of best fit', () => {
    const measured = [0, 1, 2, 3, 4].map((at) => ({ at: at * day + 1.7e12, value: 10 + at }))
    const trend = computeTrend(measured)
    expect(trend?.from).toBeCloseTo(10, 9)
    expect(trend?.to).toBeCloseTo(14, 9)
  })
  test('returns undefined for few values, or if all have the same time', () => {
    expect(computeTrend([1, 2, 3].map((at) => ({ at, value: at })))).toBeUndefined()
    expect(computeTrend([1, 2, 3, 4].map((value) => ({ at: 5, value })))).toBeUndefined()
  })
})
