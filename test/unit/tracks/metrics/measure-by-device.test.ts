import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { joinMeasured } from '@/domain/analysis/analyse-segments'
import { findEfforts } from '@/domain/analysis/efforts'
import { splitCourse } from '@/domain/analysis/splits'
import { summarise } from '@/domain/tracks/metrics/summary'
import type { DeviceTotals, Segment, Track } from '@/domain/tracks/track'
import { anySegment, CYCLING, EIGHT, line, SECOND, trackOf } from '../../../support/segments'
import { randomNumbers } from '../../../support/tracks/mutations'

const DEVICE = { ...CYCLING, measurements: 'device' } as const
const measure = (track: Track) => summarise(track, DEVICE)

/** Degrees of latitude of a metre at the equator on the WGS 84 ellipsoid. */
const METRE = 1 / 110_574.3

/** `seconds` of riding north at 5 m/s from the equator. */
const ride = (seconds: number, start = EIGHT, more: Parameters<typeof line>[1] = {}): Segment =>
  line(seconds + 1, { time: start, lat: 0, lon: 6, ...more }, { time: SECOND, lat: 5 * METRE })

const counted = (segment: Segment, metresPerPoint: number, first = 0): Segment => ({
  ...segment,
  extra: [
    {
      ...{ name: 'distance', unit: 'm', isOwn: false },
      values: Float32Array.from({ length: segment.size }, (_, i) => first + i * metresPerPoint),
    },
  ],
})

const UNKNOWN: DeviceTotals = { distance: null, duration: null, moving: null, maxSpeed: null }
const totals = (known: Partial<DeviceTotals>) => ({ device: { ...UNKNOWN, ...known } })

const withoutPositions = (segment: Segment): Segment => ({
  ...segment,
  lat: segment.lat.map(() => Number.NaN),
  lon: segment.lon.map(() => Number.NaN),
})

describe('a recording measured by its device', () => {
  test('has the totals of the device, and says so', () => {
    const known = {
      distance: 3050,
      duration: 620,
      moving: 590,
      maxSpeed: 6,
      ascent: 12,
      descent: 9,
    }
    const { metrics, measuredBy } = measure(trackOf([ride(600)], totals(known)))
    expect(metrics).toMatchObject({
      ...{ distance: 3.05, duration: 620, moving: 590, pauses: 30 },
      ...{ maxSpeed: 21.6, aveSpeed: 18.61, ascent: 12, descent: 9 },
    })
    expect(measuredBy).toEqual({
      ...{ distance: 'device', duration: 'device', moving: 'device' },
      ...{ ascent: 'device', descent: 'device', max_speed: 'device' },
    })
  })

  test('has the distance over ground without totals, whatever its elevations are', () => {
    const noisy = ride(600, EIGHT, { ele: 100 })
    noisy.ele.forEach((_, i) => {
      noisy.ele[i] = 100 + (i % 2) * 3
    })
    const { metrics, measuredBy } = measure(trackOf([noisy]))
    expect(metrics).toMatchObject({ distance: 3, duration: 600, moving: 600, maxSpeed: 18 })
    expect(metrics.ascent).toBeLessThan(10)
    expect(measuredBy).toEqual({
      ...{ distance: 'track', duration: 'track', moving: 'track' },
      ...{ ascent: 'track', descent: 'track', max_speed: 'track' },
    })
  })

  test('has the distance of its samples, where positions are missing', () => {
    const segment = counted(ride(600), 5)
    segment.lat.fill(Number.NaN, 100, 500)
    segment.lon.fill(Number.NaN, 100, 500)
    const { metrics, measuredBy, start } = measure(trackOf([segment]))
    expect(metrics).toMatchObject({ distance: 3, moving: 600, maxSpeed: 18 })
    expect(measuredBy).toMatchObject({ distance: 'samples', max_speed: 'samples' })
    expect(start).toEqual({ lat: 0, lon: 6 })
  })

  test('starts at the first position, and has bounds, when it begins without one', () => {
    const segment = ride(10)
    segment.lat.fill(Number.NaN, 0, 3)
    segment.lon.fill(Number.NaN, 0, 3)
    const { start, bounds } = measure(trackOf([segment]))
    expect(start).toEqual({ lat: segment.lat[3] ?? 0, lon: 6 })
    expect(bounds).toEqual([segment.lat[3] ?? 0, 6, segment.lat[10] ?? 0, 6])
  })

  test.each([
    ['a distance of 0', { distance: 0 }],
    ['a distance that the track contradicts', { distance: 30_000 }],
    ['an ascent below half of the largest rise', { ascent: 5 }],
    ['an ascent above everything that was recorded', { ascent: 900 }],
    ['a timer that runs longer than the recording', { moving: 900 }],
    ['an elapsed time below the timer', { moving: 600, duration: 300 }],
    ['an elapsed time of weeks', { duration: 2_000_000 }],
    ['a maximum speed below the mean', { maxSpeed: 2 }],
    ['a maximum speed far above all others', { maxSpeed: 60 }],
  ] as const)('does not believe %s', (_, known) => {
    const hill = line(
      601,
      { time: EIGHT, lat: 0, lon: 6, ele: 100 },
      { time: SECOND, lat: 5 * METRE, ele: 0.2 },
    )
    const { metrics, measuredBy } = measure(trackOf([hill], totals(known)))
    expect(metrics).toMatchObject({ distance: 3, duration: 600, moving: 600, maxSpeed: 18 })
    expect(metrics.ascent).toBeCloseTo(119, 0)
    for (const figure of Object.keys(known).filter((name) => name !== 'moving'))
      expect(Object.entries(measuredBy ?? {})).not.toContainEqual([figure, 'device'])
  })

  test('believes a distance that the samples count, even if the track is far longer', () => {
    const jumpy = counted(ride(600), 5)
    jumpy.lat.forEach((lat, i) => {
      jumpy.lat[i] = lat + (i % 2) * 100 * METRE
    })
    const { metrics } = measure(trackOf([jumpy], totals({ distance: 3000 })))
    expect(metrics.distance).toBe(3)
  })

  test('never lasts longer than the device says, nor moves longer than its timer', () => {
    const { metrics } = measure(trackOf([ride(600)], totals({ duration: 500, moving: 450 })))
    expect(metrics).toMatchObject({ duration: 500, moving: 450, pauses: 50 })
  })

  test('shares out the totals among its segments', () => {
    const second = EIGHT + 1000 * SECOND
    const segments = [counted(ride(300), 5), counted(ride(100, second), 5, 1500)]
    const known = { distance: 2040, duration: 1100, moving: 396, ascent: 8 }
    const { metrics, segments: parts } = measure(trackOf(segments, totals(known)))
    expect(metrics).toMatchObject({ distance: 2.04, moving: 396, ascent: 8 })
    expect(parts.map(({ metrics: { distance, moving, ascent } }) => [distance, moving, ascent])) //
      .toEqual([
        [1.53, 297, 6],
        [0.51, 99, 2],
      ])
    const sums = parts.map(({ steps }) => steps.reduce((sum, step) => sum + step, 0))
    expect(sums[0]).toBeCloseTo(1530, 6)
  })

  test('has a maximum speed without the jumps of its receiver', () => {
    const jumpy = ride(600)
    jumpy.lat[300] = (jumpy.lat[300] ?? 0) + 300 * METRE
    const { metrics, segments } = measure(trackOf([jumpy]))
    expect(metrics.maxSpeed).toBeLessThanOrEqual(18.01)
    expect(Math.max(...(segments[0]?.points.speed ?? []))).toBeLessThanOrEqual(
      metrics.maxSpeed ?? 0,
    )
  })

  test('has no point that is faster than the maximum of the device', () => {
    const fast = ride(600)
    // Ten seconds at twice the speed, which the device averaged.
    for (let i = 300; i <= 600; i++)
      fast.lat[i] = (fast.lat[i] ?? 0) + 5 * METRE * Math.min(10, i - 300)
    const { metrics, segments } = measure(trackOf([fast], totals({ maxSpeed: 8 })))
    expect(metrics.maxSpeed).toBe(28.8)
    expect(Math.max(...(segments[0]?.points.speed ?? []))).toBe(28.8)
  })

  test.each([
    ['a maximum of its device', { maxSpeed: 10.5 }],
    ['a maximum of its fastest seconds', {}],
  ])(
    'with noisy positions has no effort or split that is faster than %s',
    (_, known: { maxSpeed?: number }) => {
      const random = randomNumbers(7)
      const noisy = ride(900)
      // 40 seconds at 12 m/s, and a receiver that repeats positions and jumps by some metres.
      noisy.lat.forEach((lat, i) => {
        noisy.lat[i] = lat + 7 * METRE * Math.max(0, Math.min(40, i - 300))
      })
      noisy.lat.forEach((_lat, i) => {
        if (i % 2 === 1) noisy.lat[i] = noisy.lat[i - 1] ?? 0
        noisy.lon[i] = 6 + 4 * METRE * random()
      })
      const { metrics, segments } = measure(trackOf([noisy], totals(known)))
      const max = metrics.maxSpeed ?? 0
      if (known.maxSpeed) expect(max).toBeCloseTo(known.maxSpeed * 3.6, 6)
      const course = joinMeasured(segments)
      const efforts = findEfforts(course).filter(({ kind }) => kind === 'distance')
      expect(efforts[0]?.target).toBe(400)
      for (const { target, value } of efforts)
        expect((target / value) * 3.6).toBeLessThan(max + 0.01)
      for (const { speed } of splitCourse(course, 100, 1))
        expect((speed ?? 0) * 3.6).toBeLessThan(max + 0.01)
      expect(course.metres.at(-1)).toBeCloseTo((metrics.distance ?? 0) * 1000, -1)
      expect(metrics.aveSpeed ?? 0).toBeLessThanOrEqual(max)
    },
  )

  test('is not faster on average than at most when its receiver repeats positions', () => {
    const repeated = ride(600)
    repeated.lat.forEach((lat, i) => {
      if (i % 10 !== 0) repeated.lat[i] = repeated.lat[i - (i % 10)] ?? lat
    })
    const { metrics } = measure(trackOf([repeated]))
    expect(metrics.aveSpeed ?? 0).toBeLessThanOrEqual(metrics.maxSpeed ?? 0)
  })

  test('has no ascent when its elevations jump by kilometres', () => {
    const jumpy = ride(600)
    jumpy.ele.forEach((_, i) => {
      jumpy.ele[i] = Math.floor(i / 10) % 2 === 0 ? 100 : 9000
    })
    const { metrics, measuredBy } = measure(trackOf([jumpy]))
    expect(metrics).toMatchObject({ ascent: null, descent: null, distance: 3 })
    expect(measuredBy).not.toHaveProperty('ascent')
  })

  test('does not take the lowest value of a FIT file for an elevation', () => {
    const segment = ride(60, EIGHT, { ele: 200 })
    segment.ele.fill(-500, 0, 20)
    expect(measure(trackOf([segment])).metrics).toMatchObject({ minAlt: 200, ascent: 0 })
  })

  test('without positions has the totals of the device, and distances of samples otherwise', () => {
    const indoors = withoutPositions(counted(ride(600), 5))
    const known = { distance: 3100, duration: 610, moving: 590, maxSpeed: 6 }
    const both = { ...totals(known), withoutGps: { ...UNKNOWN, ...known } }
    expect(measure(trackOf([indoors], both))).toMatchObject({
      metrics: { distance: 3.1, duration: 610, moving: 590, maxSpeed: 21.6 },
      start: null,
    })
    expect(measure(trackOf([indoors], { withoutGps: UNKNOWN }))).toMatchObject({
      metrics: { distance: 3, duration: 600, maxSpeed: 18 },
      measuredBy: { distance: 'samples' },
    })
    const silent = withoutPositions(ride(600))
    expect(measure(trackOf([silent], { withoutGps: UNKNOWN }))).toMatchObject({
      metrics: { distance: 0, duration: 600, moving: 600, maxSpeed: null, aveSpeed: null },
      measuredBy: { duration: 'track', moving: 'track' },
    })
  })

  test('has no ascent in sports without elevations, and that of a service if it was asked', () => {
    const track = trackOf([ride(60)], totals({ ascent: 12, descent: 3 }))
    expect(summarise(track, { ...DEVICE, hasElevation: false }).metrics.ascent).toBeNull()
    const elevations = [new Float64Array(61).fill(7)]
    expect(summarise(track, { ...DEVICE, elevations })).toMatchObject({
      metrics: { ascent: 0, descent: 0 },
      measuredBy: { ascent: 'track' },
    })
  })

  test('never pauses for less than no time, and moves no longer than it lasts', () => {
    const seconds = fc.option(fc.double({ min: 0, max: 5000, noNaN: true }), { nil: null })
    const known = fc.record({
      ...{ distance: seconds, duration: seconds, moving: seconds, maxSpeed: seconds },
      ...{ ascent: seconds, descent: seconds },
    })
    const check = (segment: Segment, device: DeviceTotals) => {
      const { metrics } = measure(trackOf([segment], { device }))
      expect(metrics.moving).toBeLessThanOrEqual(metrics.duration)
      expect(metrics.pauses).toBeGreaterThanOrEqual(0)
      expect(metrics.distance).toBeGreaterThanOrEqual(0)
    }
    fc.assert(fc.property(anySegment(2), known, check))
  })
})
