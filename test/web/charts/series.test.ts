import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ChartPoint } from '@/web/api/workouts/workouts'
import { findNearestIndex } from '@/web/charts/nearest-index'
import { createSeries, getAxisRange, getAxisValues, selectDrawnPoints } from '@/web/charts/series'
import { createAxisFormatter, createSeriesFormatter, describePoint } from '@/web/charts/series-text'

const METRIC = { units: 'metric', locale: 'en' } as const

const point = (changes: Partial<ChartPoint> = {}): ChartPoint => ({
  distance: 0,
  duration: 0,
  latitude: 47,
  longitude: 9,
  time: null,
  ...changes,
})

describe('createSeries', () => {
  test('returns the measured series in a fixed order', () => {
    const points = [
      point({ hr: 120, speed: 20, elevation: 400 }),
      point({ hr: 130, speed: 22, elevation: 410 }),
    ]
    expect(createSeries(points, 'metric')).toEqual([
      { key: 'elevation', values: [400, 410] },
      { key: 'speed', values: [20, 22] },
      { key: 'hr', values: [120, 130] },
    ])
  })

  test('has gaps where nothing was measured', () => {
    const points = [point({ elevation: 400 }), point(), point({ elevation: 420 })]
    expect(createSeries(points, 'metric')[0]?.values).toEqual([400, null, 420])
  })

  test('omits series with a single value', () => {
    expect(createSeries([point({ power: 200 }), point()], 'metric')).toEqual([])
    expect(createSeries([], 'metric')).toEqual([])
  })

  test('has paces per 100 metres or yards for swims, and none at standstill', () => {
    const points = [point({ speed: 3 }), point({ speed: 0 }), point({ speed: 3.6 })]
    expect(createSeries(points, 'metric', true)).toEqual([
      { key: 'pace', values: [120, null, 100] },
    ])
    const [pace] = createSeries(points, 'imperial', true)
    expect(pace?.values[0]).toBeCloseTo(120 * 0.9144, 9)
  })

  test('converts seconds per metre to seconds per kilometre or mile', () => {
    const points = [point({ pace: null }), point({ pace: 0.3 }), point({ pace: 0.36 })]
    expect(createSeries(points, 'metric')[0]?.values).toEqual([null, 300, 360])
    expect(createSeries(points, 'imperial')[0]?.values[1]).toBeCloseTo(482.8, 1)
  })
})

describe('getAxisValues', () => {
  const track = { points: [0, 300, 280, 600].map((duration) => point({ duration })) }

  test('returns the distances of the track, in miles for imperial units', () => {
    const distances = [0, 1.609344, 1.609344, 3.218688]
    const moved = [false, true, false, true]
    expect(
      getAxisValues({ ...track, distances, moved }, 'distance', { units: 'imperial' }),
    ).toEqual([0, 1, 1, 2])
  })

  test('returns seconds on a time axis, which never decrease', () => {
    const measured = { ...track, distances: [], moved: [] }
    expect(getAxisValues(measured, 'time', { units: 'metric' })).toEqual([0, 300, 300, 600])
  })
})

describe('selectDrawnPoints', () => {
  const points = [0, 1, 2, 3, 4].map((duration) => point({ duration }))
  const track = { points, distances: [0, 1, 1, 1, 2], moved: [false, true, false, false, true] }

  test('omits halts on a distance axis, and nothing on a time axis', () => {
    expect(selectDrawnPoints(track, 'distance', null)).toEqual([0, 1, 4])
    expect(selectDrawnPoints(track, 'time', null)).toEqual([0, 1, 2, 3, 4])
  })

  test('selects the points of an interval, including its first point', () => {
    expect(selectDrawnPoints(track, 'distance', { from: 2, to: 4 })).toEqual([2, 4])
  })
})

describe('getAxisRange', () => {
  test('leaves room for different whole numbers around a flat line', () => {
    expect(getAxisRange({ key: 'elevation', values: [200, 200] })).toEqual([198, 202])
    expect(getAxisRange({ key: 'hr', values: [120] })).toEqual([118, 122])
  })

  test('fits elevation to its values instead of starting at zero', () => {
    expect(getAxisRange({ key: 'elevation', values: [400, 900] })[0]).toBeCloseTo(360, 9)
  })

  test('includes elevations below sea level', () => {
    expect(getAxisRange({ key: 'elevation', values: [-30, 10] })[0]).toBeLessThan(-30)
  })

  test('includes a mark above all values', () => {
    expect(getAxisRange({ key: 'speed', values: [10, 20] }, 31)[1]).toBeGreaterThan(31)
  })

  test('ignores halts for paces', () => {
    const running = Array.from({ length: 99 }, () => 300)
    const [, slowest] = getAxisRange({ key: 'pace', values: [...running, 9000] })
    expect(slowest).toBeLessThan(400)
  })

  test('includes every value of other series and is never empty', () => {
    const readings = fc.array(fc.option(fc.integer({ min: -500, max: 9000 })), { maxLength: 50 })
    const keys = fc.constantFrom('elevation', 'speed', 'hr', 'cadence', 'power')
    fc.assert(
      fc.property(keys, readings, (key, values) => {
        const [low, high] = getAxisRange({ key, values })
        expect(low).toBeLessThan(high)
        for (const value of values.filter((reading) => reading !== null)) {
          expect(value).toBeGreaterThanOrEqual(low)
          expect(value).toBeLessThanOrEqual(high)
        }
      }),
    )
  })
})

describe('findNearestIndex', () => {
  test('finds the nearest value', () => {
    expect(findNearestIndex([0, 10, 20], 14)).toBe(1)
    expect(findNearestIndex([0, 10, 20], 16)).toBe(2)
    expect(findNearestIndex([0, 10, 20], -5)).toBe(0)
    expect(findNearestIndex([0, 10, 20], 99)).toBe(2)
    expect(findNearestIndex([], 3)).toBe(0)
  })

  test('agrees with a linear search', () => {
    const lists = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(lists, fc.integer({ min: -50, max: 1050 }), (list, target) => {
        const ascending = list.toSorted((a, b) => a - b)
        const found = ascending[findNearestIndex(ascending, target)] ?? Number.NaN
        const best = Math.min(...ascending.map((value) => Math.abs(value - target)))
        expect(Math.abs(found - target)).toBe(best)
      }),
    )
  })
})

describe('texts of charts', () => {
  test('label the axis with distances or times', () => {
    expect(createAxisFormatter('distance', METRIC)(12)).toBe('12 km')
    expect(createAxisFormatter('distance', { ...METRIC, units: 'imperial' })(2.5)).toBe('2.5 mi')
    expect(createAxisFormatter('distance', { ...METRIC, sportId: 16 })(1500)).toBe('1,500 m')
    expect(createAxisFormatter('distance', { ...METRIC, units: 'imperial', sportId: 16 })(50)).toBe(
      '50 yd',
    )
    expect(createAxisFormatter('time', METRIC)(600)).toBe('10:00')
    expect(createAxisFormatter('time', METRIC)(5400)).toBe('1:30')
  })

  test('have units at the cursor and none on the axis', () => {
    expect(createSeriesFormatter('speed', METRIC)(24.36)).toBe('24')
    expect(createSeriesFormatter('speed', METRIC, true)(24.36)).toBe('24.4 km/h')
    expect(createSeriesFormatter('pace', METRIC, true)(331)).toBe('5:31 /km')
    expect(createSeriesFormatter('pace', { ...METRIC, sportId: 16 }, true)(120)).toBe('2:00 /100 m')
    expect(createSeriesFormatter('pace', { ...METRIC, sportId: 5 }, true)(331)).toBe('5:31 /km')
  })

  test('describe a point with all its values', () => {
    const points = [point(), point({ distance: 12.3, duration: 2480, hr: 140 })]
    const series = [
      { key: 'hr', values: [null, 140] },
      { key: 'power', values: [null, null] },
    ] as const
    const lines = series.map(({ key, values }) => ({ key, values: [...values] }))
    expect(describePoint(points[1], lines, 1, METRIC)).toBe('12.30 km, 41:20, Heart rate 140 bpm')
    expect(describePoint(undefined, lines, 9, METRIC)).toBe('')
  })
})
