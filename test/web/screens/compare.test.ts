import { describe, expect, test } from 'bun:test'
import type { Compared, Comparison } from '@/web/api/routes'
import {
  momentsOf,
  placeAt,
  rangeOfCompared,
  readAt,
  seriesOf,
  tableRows,
  writeGap,
} from '@/web/screens/compare/compared-series'
import { trendOf } from '@/web/screens/workout/same-route/trend'

/** A workout in a comparison of which only some columns are given. */
const compared = (columns: Partial<Compared>, ave_pace: string | null = null) =>
  ({
    workout: { ave_pace },
    ...{ at_places: true, gap: null, travelled: null, elapsed: null, speed: null, line: null },
    ...{ elevation: null, hr: null, cadence: null, power: null },
    ...columns,
  }) as Compared

const line = { step: 0.5, latitude: [47, 47.01, 47.02], longitude: [8, 8, 8.1] }

describe('the charts of a comparison', () => {
  const distance = [0, 1, 2]
  const comparison = (...workouts: Compared[]): Comparison => ({ distance, workouts })

  test('are those that somebody measured, the gap first', () => {
    const one = compared({ speed: [10, 11, 12] })
    const other = compared({ speed: [20, null, 22], hr: [null, 140, 150], gap: [0, -5, -10] })
    expect(seriesOf(comparison(one, other), 'metric')).toEqual([
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

  test('show the pace of 100 metres where somebody swam', () => {
    const one = compared({ speed: [3, 0, 3.6] })
    const swim = { ...one, workout: { ...one.workout, sport_id: 16 } }
    expect(seriesOf(comparison(swim), 'metric')).toEqual([
      { key: 'pace', columns: [[120, null, 100]] },
    ])
  })

  test('show pace where the sport of the first is about pace, in the units of the reader', () => {
    const one = compared({ speed: [12, 0, null] }, '0:05:00')
    const [pace, ...more] = seriesOf(comparison(one, compared({ speed: [10, 10, 10] })), 'imperial')
    expect([pace?.key, more]).toEqual(['pace', []])
    expect(pace?.columns[0]?.map((value) => value && Math.round(value))).toEqual([483, null, null])
  })

  test('hold zero in the range of the gap', () => {
    const [low, high] = rangeOfCompared({ key: 'gap', columns: [[60, 120]] }, false)
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(120)
  })
})

test('a gap is written with its sign', () => {
  expect([65, -12, 0.2, 3700].map(writeGap)).toEqual(['+1:05', '−0:12', '0:00', '+1:01:40'])
})

test('a workout is found between the places of its line', () => {
  const place = placeAt(compared({ line }), 0.75)
  expect(place?.latitude).toBeCloseTo(47.015, 9)
  expect(place?.longitude).toBeCloseTo(8.05, 9)
  expect(placeAt(compared({ line }), 7)).toEqual({ latitude: 47.02, longitude: 8.1 })
  expect(placeAt(compared({ line }), null)).toBeNull()
  expect(placeAt(compared({}), 1)).toBeNull()
})

describe('where a workout was when the first one was at a place', () => {
  const first = compared({ elapsed: [0, 100, 200, 300], travelled: [0, 1, 2, 3] })

  test('is told by the time since their common start', () => {
    // Ten seconds late at the start, and then half as fast again.
    const other = compared({
      ...{ elapsed: [10, 76.7, 143.3, 210], travelled: [0, 1, 2, 3] },
      gap: [0, -33.3, -66.7, -100],
    })
    const moments = momentsOf(first, other)
    expect(moments.map((km) => km && Math.round(km * 100) / 100)).toEqual([0, 1.5, 3, 3])
  })

  test('is told by the time since their starts where they have no place in common', () => {
    const other = compared({ elapsed: [0, 50, null, 150], travelled: [0, 1, null, 3] })
    expect(momentsOf(first, other)).toEqual([0, 2, 3, 3])
  })

  test('is not told without times', () => {
    expect(momentsOf(first, compared({}))).toEqual([null, null, null, null])
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

test('between the points of the axis a row of times is in proportion', () => {
  const [first, end] = tableRows([0, 0.6, 1.1, 1.5])
  expect(first).toMatchObject({ x: 1, index: 2 })
  if (!first || !end) throw new Error('There are two rows.')
  expect(readAt([0, 100, 200, 300], first)).toBeCloseTo(180, 9)
  expect(readAt([0, null, 200, 300], first)).toBeNull()
  expect(readAt([0, 100, 200, 300], end)).toBe(300)
  expect(readAt([0, 100, null, null], end)).toBeNull()
})

describe('trendOf', () => {
  const day = 86_400_000
  test('is the straight line that comes nearest', () => {
    const measured = [0, 1, 2, 3, 4].map((at) => ({ at: at * day + 1.7e12, value: 10 + at }))
    const trend = trendOf(measured)
    expect(trend?.from).toBeCloseTo(10, 9)
    expect(trend?.to).toBeCloseTo(14, 9)
  })
  test('is nothing for a few, or for all at one time', () => {
    expect(trendOf([1, 2, 3].map((at) => ({ at, value: at })))).toBeUndefined()
    expect(trendOf([1, 2, 3, 4].map((value) => ({ at: 5, value })))).toBeUndefined()
  })
})
