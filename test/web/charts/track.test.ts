import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ChartPoint } from '@/web/api/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { smoothed } from '@/web/charts/smooth'
import { measureStretch } from '@/web/charts/stretch-numbers'
import { gradientsOf, isPlaced, measureTrack, partsOf } from '@/web/charts/track'
import { cursorWithin, stretchWithin } from '@/web/charts/view'

/** Degrees of latitude of so many metres. */
const degrees = (metres: number) => metres / 111_319.49

const point = (seconds: number, metres: number, changes: Partial<ChartPoint> = {}): ChartPoint => ({
  distance: Math.round(metres / 10) / 100,
  duration: seconds,
  latitude: degrees(metres),
  longitude: 9,
  time: null,
  ...changes,
})

/** Ten seconds at 36 km/h, a minute of drifting about on the spot, ten seconds on. */
const RIDE = [
  ...Array.from({ length: 11 }, (_, at) => point(at, at * 10)),
  ...Array.from({ length: 6 }, (_, at) => point(20 + at * 10, 100 + (at % 2) * 2)),
  ...Array.from({ length: 10 }, (_, at) => point(71 + at, 112 + at * 10)),
]

describe('a measured track', () => {
  const track = measureTrack(RIDE, { distance: 0.2, threshold: 1 })

  test('stands still where nobody moves, and ends at the distance of the workout', () => {
    expect(track.distances[16]).toBe(track.distances[10])
    expect(track.distances.at(-1)).toBeCloseTo(0.2, 12)
    expect(track.moved.filter(Boolean)).toHaveLength(20)
  })

  test('does not travel from one segment to the next', () => {
    const points = [point(0, 0), point(1, 10), { ...point(60, 4000), distance: 0.01 }]
    const { distances, moved } = measureTrack(points, { distance: null, threshold: 1 })
    expect(moved).toEqual([false, true, false])
    expect(distances[2]).toBe(distances[1])
  })

  test('leads nowhere without positions', () => {
    const still = { latitude: null, longitude: null, distance: null }
    const points = [point(0, 0, still), point(9, 0, still)]
    expect(isPlaced(measureTrack(points, { distance: 20, threshold: 1 }))).toBe(false)
    expect(isPlaced(track)).toBe(true)
  })

  test('has gradients over a hundred metres, and none without elevations', () => {
    const climb = RIDE.map((one, at) => ({ ...one, elevation: 400 + at * 0.5 }))
    const uphill = measureTrack(climb.slice(0, 11), { distance: 0.1, threshold: 1 })
    expect(gradientsOf(uphill)[5]).toBeCloseTo(5, 1)
    expect(gradientsOf(track).every((value) => value === null)).toBe(true)
  })

  test('knows its segments when its lines have as many points', () => {
    expect(
      partsOf(
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
    expect(partsOf([[1, 2, 3]], 5)).toEqual([])
  })
})

describe('the numbers of a stretch', () => {
  const heights = [100, 110, 120, 110]
  const points = heights.map((elevation, at) =>
    point(at * 10, at * 50, { elevation, hr: 100 + at * 10, power: 200 }),
  )
  const track = measureTrack(points, { distance: null, threshold: 1 })

  test('add up as those of a workout do', () => {
    const { distance, elapsed, moving, hr, cadence, power } = measureStretch(track, {
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

  test('smooth elevations before they count climbs, as the server does', () => {
    const { ascent, descent } = measureStretch(track, { from: 0, to: 3 })
    // 100, 110, 0.3 × 110 + 0.4 × 120 + 0.3 × 110 = 114, 110
    expect(ascent).toBeCloseTo(14, 9)
    expect(descent).toBeCloseTo(4, 9)
  })

  test('of two neighbouring stretches are those of both together', () => {
    const whole = measureTrack(RIDE, { distance: 0.2, threshold: 1 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: RIDE.length - 2 }), (middle) => {
        const before = measureStretch(whole, { from: 0, to: middle })
        const after = measureStretch(whole, { from: middle, to: RIDE.length - 1 })
        expect(before.moving + after.moving).toBe(20)
        expect((before.distance ?? 0) + (after.distance ?? 0)).toBeCloseTo(0.2, 9)
      }),
    )
  })
})

describe('smoothed series', () => {
  const times = [0, 5, 10, 15, 20, 25]

  test('are means over the seconds around, with nothing where nothing was', () => {
    const series = { key: 'hr', values: [100, 110, null, 130, 140, 150] } as const
    const { values } = smoothed({ ...series, values: [...series.values] }, times, 'light')
    expect(values).toEqual([105, 105, null, 135, 140, 145])
  })

  test('average a pace as the speed that it stands for', () => {
    const { values } = smoothed({ key: 'pace', values: [200, 600] }, [0, 5], 'light')
    expect(values[0]).toBeCloseTo(300, 9)
  })

  test('leave elevations and unsmoothed wishes as they are', () => {
    const hills = { key: 'elevation' as const, values: [1, 9, 1] }
    expect(smoothed(hills, times, 'strong')).toBe(hills)
    const power = { key: 'power' as const, values: [1, 9, 1] }
    expect(smoothed(power, times, 'none')).toBe(power)
  })

  test('stay within what was measured', () => {
    const readings = fc.array(fc.option(fc.integer({ min: 60, max: 200 })), { minLength: 1 })
    fc.assert(
      fc.property(readings, (values) => {
        const seconds = values.map((_, at) => at * 3)
        const smooth = smoothed({ key: 'hr', values }, seconds, 'strong').values
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

test('what is shared is counted among the drawn points, and told as points of the track', () => {
  const { cursor, stretch } = createTrackLink()
  const shown = [0, 4, 5, 9]
  const [view, part] = [cursorWithin(cursor, shown), stretchWithin(stretch, shown)]
  expect([view.get(), part.get()]).toEqual([null, null])
  view.set(2)
  part.set({ from: 1, to: 3 })
  expect([cursor.get(), stretch.get()]).toEqual([5, { from: 4, to: 9 }])
  cursor.set(8)
  expect([view.get(), part.get()]).toEqual([3, { from: 1, to: 3 }])
  part.set(null)
  expect(stretch.get()).toBeNull()
})
