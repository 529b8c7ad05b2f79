import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ChartPoint } from '@/web/api/workouts/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { createDrawnCursor, createDrawnSelection } from '@/web/charts/drawn-points'
import { measureInterval } from '@/web/charts/interval-totals'
import { smoothSeries } from '@/web/charts/smooth'
import { computeGradients, hasDistance, measureTrack, splitSegments } from '@/web/charts/track'

/** Converts metres to degrees of latitude. */
const degrees = (metres: number) => metres / 111_319.49

const point = (seconds: number, metres: number, changes: Partial<ChartPoint> = {}): ChartPoint => ({
  distance: Math.round(metres / 10) / 100,
  duration: seconds,
  latitude: degrees(metres),
  longitude: 9,
  time: null,
  ...changes,
})

/** Ten seconds at 36 km/h, a minute of GPS drift while halted, ten more seconds of movement. */
const RIDE = [
  ...Array.from({ length: 11 }, (_, at) => point(at, at * 10)),
  ...Array.from({ length: 6 }, (_, at) => point(20 + at * 10, 100 + (at % 2) * 2)),
  ...Array.from({ length: 10 }, (_, at) => point(71 + at, 112 + at * 10)),
]

describe('a measured track', () => {
  const track = measureTrack(RIDE, { distance: 0.2, threshold: 1 })

  test('excludes drift during halts, and ends at the distance of the workout', () => {
    expect(track.distances[16]).toBe(track.distances[10])
    expect(track.distances.at(-1)).toBeCloseTo(0.2, 12)
    expect(track.moved.filter(Boolean)).toHaveLength(20)
  })

  test('excludes gaps between segments', () => {
    const points = [point(0, 0), point(1, 10), { ...point(60, 4000), distance: 0.01 }]
    const { distances, moved } = measureTrack(points, { distance: null, threshold: 1 })
    expect(moved).toEqual([false, true, false])
    expect(distances[2]).toBe(distances[1])
  })

  test('uses recorded distances and speeds if positions are hidden', () => {
    const hidden = { latitude: null, longitude: null }
    const points = [
      ...Array.from({ length: 11 }, (_, at) => point(at, at * 3, { ...hidden, speed: 10.8 })),
      point(60, 30, { ...hidden, speed: 0 }),
    ]
    const track = measureTrack(points, { distance: 0.03, threshold: 1 })
    expect(hasDistance(track)).toBe(true)
    expect(track.distances.at(-1)).toBeCloseTo(0.03, 12)
    expect(track.moved.filter(Boolean)).toHaveLength(10)
    expect(track.moved.at(-1)).toBe(false)
  })

  test('has no distance without positions', () => {
    const still = { latitude: null, longitude: null, distance: null }
    const points = [point(0, 0, still), point(9, 0, still)]
    expect(hasDistance(measureTrack(points, { distance: 20, threshold: 1 }))).toBe(false)
    expect(hasDistance(track)).toBe(true)
  })

  test('has gradients over 100 metres, and none without elevations', () => {
    const climb = RIDE.map((one, at) => ({ ...one, elevation: 400 + at * 0.5 }))
    const uphill = measureTrack(climb.slice(0, 11), { distance: 0.1, threshold: 1 })
    expect(computeGradients(uphill)[5]).toBeCloseTo(5, 1)
    expect(computeGradients(track).every((value) => value === null)).toBe(true)
  })

  test('is split into segments if its lines have the same number of points', () => {
    expect(
      splitSegments(
        [
          [1, 2, 3],
          [4, 5],
        ],
        5,
      ),
    ).toEqual([
      { from: 0, to: 2 },
      { from: 3, to: 4 },
    ])
    expect(splitSegments([[1, 2, 3]], 5)).toEqual([])
  })
})

describe('the totals of an interval', () => {
  const heights = [100, 110, 120, 110]
  const points = heights.map((elevation, at) =>
    point(at * 10, at * 50, { elevation, hr: 100 + at * 10, power: 200 }),
  )
  const track = measureTrack(points, { distance: null, threshold: 1 })

  test('are computed like those of a workout', () => {
    const { distance, elapsed, moving, hr, cadence, power } = measureInterval(track, {
      from: 1,
      to: 3,
    })
    expect(distance).toBeCloseTo(0.1, 4)
    expect({ elapsed, moving, hr, cadence, power }).toEqual({
      elapsed: 20,
      moving: 20,
      hr: 120,
      cadence: null,
      power: 200,
    })
  })

  test('smooth elevations before computing the ascent, like the server', () => {
    const { ascent, descent } = measureInterval(track, { from: 0, to: 3 })
    // 100, 110, 0.3 × 110 + 0.4 × 120 + 0.3 × 110 = 114, 110
    expect(ascent).toBeCloseTo(14, 9)
    expect(descent).toBeCloseTo(4, 9)
  })

  test('of two adjacent intervals add up to those of both together', () => {
    const whole = measureTrack(RIDE, { distance: 0.2, threshold: 1 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: RIDE.length - 2 }), (middle) => {
        const before = measureInterval(whole, { from: 0, to: middle })
        const after = measureInterval(whole, { from: middle, to: RIDE.length - 1 })
        expect(before.moving + after.moving).toBe(20)
        expect((before.distance ?? 0) + (after.distance ?? 0)).toBeCloseTo(0.2, 9)
      }),
    )
  })
})

describe('smoothed series', () => {
  const times = [0, 5, 10, 15, 20, 25]

  test('are means over a window in seconds, with null remaining null', () => {
    const series = { key: 'hr', values: [100, 110, null, 130, 140, 150] } as const
    const { values } = smoothSeries({ ...series, values: [...series.values] }, times, 'light')
    expect(values).toEqual([105, 105, null, 135, 140, 145])
  })

  test('average paces as speeds', () => {
    const { values } = smoothSeries({ key: 'pace', values: [200, 600] }, [0, 5], 'light')
    expect(values[0]).toBeCloseTo(300, 9)
  })

  test('do not change elevations, or anything without smoothing', () => {
    const hills = { key: 'elevation' as const, values: [1, 9, 1] }
    expect(smoothSeries(hills, times, 'strong')).toBe(hills)
    const power = { key: 'power' as const, values: [1, 9, 1] }
    expect(smoothSeries(power, times, 'none')).toBe(power)
  })

  test('stay within the range of the measured values', () => {
    const readings = fc.array(fc.option(fc.integer({ min: 60, max: 200 })), { minLength: 1 })
    fc.assert(
      fc.property(readings, (values) => {
        const seconds = values.map((_, at) => at * 3)
        const smooth = smoothSeries({ key: 'hr', values }, seconds, 'strong').values
        const known = values.filter((value) => value !== null)
        for (const [at, value] of smooth.entries()) {
          expect(value === null).toBe(values[at] === null)
          if (value === null) continue
          expect(value).toBeGreaterThanOrEqual(Math.min(...known) - 1e-9)
          expect(value).toBeLessThanOrEqual(Math.max(...known) + 1e-9)
        }
      }),
    )
  })
})

test('the shared cursor converts between indices of drawn points and of the track', () => {
  const { cursor, selection } = createTrackLink()
  const shown = [0, 4, 5, 9]
  const [view, part] = [createDrawnCursor(cursor, shown), createDrawnSelection(selection, shown)]
  expect([view.get(), part.get()]).toEqual([null, null])
  view.set(2)
  part.set({ from: 1, to: 3 })
  expect([cursor.get(), selection.get()]).toEqual([5, { from: 4, to: 9 }])
  cursor.set(8)
  expect([view.get(), part.get()]).toEqual([3, { from: 1, to: 3 }])
  part.set(null)
  expect(selection.get()).toBeNull()
})
