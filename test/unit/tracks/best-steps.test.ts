import { describe, expect, test } from 'bun:test'
import { bestSteps } from '@/domain/tracks/metrics/best-steps'
import { geodesicSteps } from '@/domain/tracks/metrics/geodesic'
import type { Segment } from '@/domain/tracks/track'
import { EIGHT, SECOND, segmentOf } from '../../support/segments'

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)

/** Metres per degree of longitude on the equator. */
const DEGREE = 111_319.49079327358

/** Points every second on the equator at the given metres; undefined for a point without a position. */
const along = (metres: readonly (number | undefined)[]): Segment =>
  segmentOf(
    metres.map((each, i) => ({
      time: EIGHT + i * SECOND,
      ...(each !== undefined && { lat: 0, lon: each / DEGREE }),
    })),
  )

/** Adds the distances that the device counted. */
const counted = (segment: Segment, metres: readonly number[]): Segment => ({
  ...segment,
  extra: [{ name: 'distance', unit: 'm', isOwn: false, values: Float32Array.from(metres) }],
})

const range = (count: number, step: number) => Array.from({ length: count }, (_, i) => i * step)

describe('geodesicSteps', () => {
  test('agrees with published geodesics on the WGS 84 ellipsoid', () => {
    // GeographicLib: a degree of latitude at the equator and at 60°, and one of longitude at 60°.
    const between = (a: [number, number], b: [number, number]) =>
      geodesicSteps(segmentOf([a, b].map(([lat, lon], i) => ({ time: i * SECOND, lat, lon }))))[1]
    expect(between([0, 0], [1, 0])).toBeCloseTo(110_574.39, 0)
    expect(between([60, 0], [60.01, 0])).toBeCloseTo(1114.14, 1)
    expect(between([60, 0], [60, 0.01])).toBeCloseTo(558.0, 1)
    expect(between([0, 0], [0, 0.01])).toBeCloseTo(1113.19, 2)
  })

  test('ignores elevations', () => {
    const flat = along(range(10, 3))
    const noisy = { ...flat, ele: flat.lat.map((_, i) => 100 + (i % 2) * 5) }
    expect(geodesicSteps(noisy)).toEqual(geodesicSteps(flat))
  })

  test('spreads the straight line over points without a position, by time', () => {
    const steps = geodesicSteps(along([undefined, 0, undefined, undefined, 30, 33, undefined]))
    expect([...steps].map((step) => Math.round(step * 1000) / 1000)).toEqual([
      ...[0, 0, 10, 10, 10, 3, 0],
    ])
  })
})

describe('bestSteps', () => {
  test('uses the distances that the device counted', () => {
    const { steps, source } = bestSteps(counted(along(range(400, 3)), range(400, 3.1)))
    expect(source).toBe('device')
    expect(sum(steps)).toBeCloseTo(399 * 3.1, 2)
  })

  test('uses them on a trainer and through lost positions', () => {
    const trainer = counted(
      segmentOf(range(100, 1).map((i) => ({ time: EIGHT + i * SECOND }))),
      range(100, 9),
    )
    expect(sum(bestSteps(trainer).steps)).toBeCloseTo(891, 2)
    const lost = range(600, 3).map((metres, i) => (i > 100 && i < 500 ? undefined : metres * 0.5))
    expect(sum(bestSteps(counted(along(lost), range(600, 3))).steps)).toBeCloseTo(599 * 3, 1)
  })

  test('uses the track when the counted distances are not credible', () => {
    const track = along(range(700, 3))
    const sourceFor = (metres: readonly number[]) => bestSteps(counted(track, metres)).source
    // Half of the distance, three times the distance, none, up and down, and only at the start.
    expect(sourceFor(range(700, 1.5))).toBe('track')
    expect(sourceFor(range(700, 9))).toBe('track')
    expect(sourceFor(range(700, 0))).toBe('track')
    expect(sourceFor(range(700, 3).map((metres, i) => metres - (i % 2) * 10))).toBe('track')
    expect(sourceFor(range(700, 3).map((metres, i) => (i < 500 ? metres : Number.NaN)))).toBe(
      'track',
    )
  })

  test('does not need the track to be plausible: a virtual ride moves at any speed', () => {
    const { source } = bestSteps(counted(along(range(700, 45)), range(700, 8)))
    expect(source).toBe('device')
  })

  test('distributes a length of a pool over the time since the previous one', () => {
    const lengths = range(241, 1).map((second) => Math.floor(second / 30) * 25)
    const still = segmentOf(range(241, 1).map((i) => ({ time: EIGHT + i * SECOND })))
    const { steps } = bestSteps(counted(still, lengths))
    expect(sum(steps)).toBeCloseTo(200, 6)
    expect(Math.max(...steps)).toBeCloseTo(25 / 30, 6)
  })

  test('adds up to a total that differs slightly, but not to one that differs much', () => {
    const track = along(range(400, 3))
    expect(sum(bestSteps(track, 1250).steps)).toBeCloseTo(1250, 6)
    expect(sum(bestSteps(track, 3000).steps)).toBeCloseTo(1197, 1)
  })
})
