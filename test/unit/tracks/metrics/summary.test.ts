import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { stepDistances } from '@/domain/tracks/metrics/distance'
import { segmentDuration } from '@/domain/tracks/metrics/span'
import { summarise } from '@/domain/tracks/metrics/summary'
import type { Segment } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import {
  anySegment,
  CYCLING,
  EIGHT,
  HOUR,
  line,
  SECOND,
  segmentOf,
  trackOf,
} from '../../../support/segments'

/** 4 points of 22.3 m in 10 s each (8.01 km/h). */
const ride = (start = EIGHT, more: Parameters<typeof line>[1] = {}): Segment =>
  line(4, { time: start, lat: 0, lon: 6, ...more }, { time: 10 * SECOND, lat: 2e-4 })
const withEle = (...ele: number[]) =>
  segmentOf(
    ele.map((value, i) => ({ time: EIGHT + i * 10 * SECOND, lat: i * 2e-4, lon: 6, ele: value })),
  )

describe('summarise', () => {
  test('returns all numbers of a simple ride in stored precision', () => {
    const { points, steps, ...segment } = summarise(trackOf([ride()]), CYCLING).segments[0] ?? {}
    expect(points?.size).toBe(4)
    expect(steps).toEqual(stepDistances(ride()))
    expect(segment).toEqual({
      startedAt: EIGHT,
      metrics: {
        ...{ duration: 30, moving: 30, pauses: 0, distance: 0.067 },
        ...{ ascent: null, descent: null, minAlt: null, maxAlt: null },
        ...{ aveSpeed: 8.02, maxSpeed: 8.02, avePace: 449, bestPace: 449 },
        ...{ aveHr: null, maxHr: null, aveCadence: null, maxCadence: null },
        ...{ avePower: null, maxPower: null },
      },
    })
  })

  test('has the numbers of its only segment', () => {
    const summary = summarise(trackOf([ride(EIGHT, { ele: 7, hr: 120 })]), CYCLING)
    expect(summary.metrics).toEqual(summary.segments[0]?.metrics ?? summary.metrics)
    expect(summary.segments).toHaveLength(1)
    expect(summary).toMatchObject({ startedAt: EIGHT, start: { lat: 0, lon: 6 } })
  })

  test('counts the time between segments as pause', () => {
    const { metrics } = summarise(trackOf([ride(), ride(EIGHT + HOUR)]), CYCLING)
    expect(metrics).toMatchObject({ duration: 3630, moving: 60, pauses: 3570, distance: 0.134 })
  })

  test('returns a negative pause for overlapping segments', () => {
    const { metrics } = summarise(trackOf([ride(), ride(EIGHT + 10 * SECOND)]), CYCLING)
    expect(metrics).toMatchObject({ duration: 40, moving: 60, pauses: -20 })
  })

  test('has no pause when it ends at the time it started, or when time runs backwards', () => {
    const around = (...seconds: number[]) => {
      const points = seconds.map((second, i) => ({
        time: EIGHT + second * SECOND,
        lat: i * 2e-4,
        lon: 6,
      }))
      return summarise(trackOf([segmentOf(points)]), CYCLING).metrics
    }
    expect(around(0, 10, 20, 0)).toMatchObject({ duration: 0, moving: 20, pauses: 0 })
    expect(around(5, 10, 20, 0)).toMatchObject({ duration: 0, moving: 15, pauses: 0 })
    expect(around(0, 10, 20, 5)).toMatchObject({ duration: 5, moving: 20, pauses: -15 })
  })

  test('truncates the fraction of each time separately', () => {
    // 1.9 s at 22 m, then 1.9 s standing: duration 3.8, moving 1.9, pauses 1.9.
    const times = [0, 1.9, 3.8].map((second) => EIGHT + second * SECOND)
    const points = times.map((time, i) => ({ time, lat: Math.min(i, 1) * 2e-4, lon: 6 }))
    const { metrics } = summarise(trackOf([segmentOf(points)]), CYCLING)
    expect(metrics).toMatchObject({ duration: 3, moving: 1, pauses: 1 })
  })

  test('has no speed and a pace of zero without movement', () => {
    const still = line(3, { time: EIGHT, lat: 48, lon: 2 }, { time: SECOND })
    expect(summarise(trackOf([still]), CYCLING).metrics).toMatchObject({
      ...{ duration: 2, moving: 0, pauses: 2, distance: 0 },
      ...{ aveSpeed: 0, maxSpeed: 0, avePace: 0, bestPace: 0 },
    })
  })

  test('uses the fastest point in raw mode and changes nothing else', () => {
    const metres = [0, 10, 20, 30, 120, 130]
    const points = metres.map((metre, i) => ({
      time: EIGHT + i * 5 * SECOND,
      lat: 0,
      lon: metre / 111_319.49079327358,
    }))
    const track = trackOf([segmentOf(points)])
    const plain = summarise(track, CYCLING).metrics
    const raw = summarise(track, { ...CYCLING, useRawSpeed: true }).metrics
    // 90 m in 5 s and 10 m in 5 s around the peak: (18 + 2) / 2 m/s.
    expect(raw).toEqual({ ...plain, maxSpeed: 36, bestPace: 100 })
    expect(plain.maxSpeed).toBe(7.2)
  })

  test('uses the speeds of the fastest segment and averages sensors by point', () => {
    const slow = ride(EIGHT, { hr: 100, power: 50 })
    const fast = line(
      3,
      { time: EIGHT + HOUR, lat: 0, lon: 6, hr: 151, power: 301 },
      { time: 10 * SECOND, lat: 4e-4, hr: 1 },
    )
    const { metrics, segments } = summarise(trackOf([slow, fast]), CYCLING)
    expect(metrics.maxSpeed).toBe(segments[1]?.metrics.maxSpeed ?? null)
    // (4 · 100 + 151 + 152 + 153) / 7 = 122.29; (4 · 50 + 3 · 301) / 7 = 157.57
    expect(metrics).toMatchObject({ aveHr: 122, maxHr: 153, avePower: 158, maxPower: 301 })
  })

  test('rounds halves of sensor means up and preserves cadence as recorded', () => {
    const segment = line(
      2,
      { time: EIGHT, lat: 0, lon: 6, hr: 82, cadence: 80 },
      { time: SECOND, lat: 1e-4, hr: 1, cadence: 1 },
    )
    expect(summarise(trackOf([segment]), CYCLING).metrics).toMatchObject({
      ...{ aveHr: 83, maxHr: 83, aveCadence: 81, maxCadence: 81 },
    })
  })

  test('rounds calories to integers', () => {
    expect(summarise(trackOf([ride()], { calories: 123.5 }), CYCLING).calories).toBe(124)
    expect(summarise(trackOf([ride()]), CYCLING).calories).toBeNull()
  })

  test('ignores impossible calories', () => {
    const caloriesOf = (calories: number) =>
      summarise(trackOf([ride()], { calories }), CYCLING).calories
    for (const impossible of [-5, -1e300, 2_147_483_648, 9e18, 1e300])
      expect(caloriesOf(impossible)).toBeNull()
    expect([0, 1, 2_147_483_647].map(caloriesOf)).toEqual([0, 1, 2_147_483_647])
  })

  test('does not change the track', () => {
    const segment = withEle(0, 12, 20_000)
    summarise(trackOf([segment]), CYCLING)
    expect([...segment.ele]).toEqual([0, 12, 20_000])
  })
})

describe('elevations', () => {
  test('of zero are missing, in the points and in all numbers', () => {
    const { metrics, segments } = summarise(trackOf([withEle(0, 10, 0, 12)]), CYCLING)
    expect(metrics).toMatchObject({ minAlt: 10, maxAlt: 12, ascent: 2, descent: 0 })
    expect([...(segments[0]?.points.ele ?? [])]).toEqual([Number.NaN, 10, Number.NaN, 12])
  })

  test('are rounded to the centimetre, and climbs to the millimetre', () => {
    const { metrics } = summarise(trackOf([withEle(15.399999999999977, 16.005, 16.0049)]), CYCLING)
    // Smoothed: 15.4, 0.3 · 15.4 + 0.4 · 16.005 + 0.3 · 16.0049 = 15.82347, 16.0049.
    expect(metrics).toMatchObject({ minAlt: 15.4, maxAlt: 16.01, ascent: 0.605, descent: 0 })
  })

  test('are ignored in sports without elevation', () => {
    const lone = segmentOf([{ time: EIGHT + HOUR, lat: 0, lon: 6, ele: 500 }])
    const { metrics, segments } = summarise(trackOf([withEle(5, 10, 15), lone]), {
      ...CYCLING,
      hasElevation: false,
    })
    expect(metrics).toMatchObject({ minAlt: null, maxAlt: null, ascent: null, descent: null })
    expect([...(segments[0]?.points.ele ?? [])]).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })

  test('affect distances only when the sport has elevation', () => {
    const steep = trackOf([withEle(5, 105, 205)])
    const flat = summarise(steep, { ...CYCLING, hasElevation: false }).metrics.distance
    expect(flat).toBe(0.045)
    expect(summarise(steep, CYCLING).metrics.distance).toBe(0.205)
  })

  test('of a service replace those of the file, including zero', () => {
    const track = trackOf([withEle(5, 6, 7), ride(EIGHT + HOUR, { ele: 9 })])
    const { metrics, segments } = summarise(track, {
      ...CYCLING,
      elevations: [Float64Array.of(0, 0, 0), null],
    })
    expect([...(segments[0]?.points.ele ?? [])]).toEqual([0, 0, 0])
    expect(segments[0]?.metrics).toMatchObject({
      minAlt: 0,
      maxAlt: 0,
      ascent: null,
      descent: null,
    })
    expect(metrics).toMatchObject({ minAlt: 0, maxAlt: 9, ascent: 0, descent: 0 })
  })

  test('of a service must match the number of points', () => {
    const elevations = [Float64Array.of(1, 2)]
    expect(() => summarise(trackOf([ride()]), { ...CYCLING, elevations })).toThrow(
      new TrackError('processing'),
    )
  })
})

describe('segments that are too short', () => {
  const lone = segmentOf([{ time: EIGHT + 60 * SECOND, lat: 45, lon: -3, ele: 998, hr: 250 }])

  test('extend bounds and elevations but have no numbers of their own', () => {
    const { metrics, bounds, segments } = summarise(
      trackOf([lone, ride(EIGHT, { ele: 10 }), segmentOf([])]),
      CYCLING,
    )
    expect(segments).toHaveLength(1)
    expect(bounds).toEqual([0, -3, 45, 6])
    expect(metrics).toMatchObject({ minAlt: 10, maxAlt: 998, ascent: 0, descent: 0 })
    expect(metrics).toMatchObject({ duration: 30, pauses: 0, aveHr: null })
    expect(segments[0]?.metrics).toMatchObject({ maxAlt: 10 })
  })

  test('give a climb of zero to a workout without other elevations', () => {
    const { metrics, segments } = summarise(trackOf([ride(), lone]), CYCLING)
    expect(metrics).toMatchObject({ minAlt: 998, maxAlt: 998, ascent: 0, descent: 0 })
    expect(segments[0]?.metrics).toMatchObject({ maxAlt: null, ascent: null })
  })
})

describe('the limits of stored values', () => {
  const climb = (step: number) => {
    const ele = Array.from({ length: 45 }, (_, i) => (i % 10 < 5 ? 1 : step))
    return trackOf([withEle(...ele)])
  }

  test('reject climbs, heights and speeds that cannot be stored', () => {
    expect(summarise(climb(9990), CYCLING).metrics.ascent).toBeLessThan(99_999)
    const towers = trackOf([
      withEle(...Array.from({ length: 120 }, (_, i) => (i % 4 < 2 ? 1 : 9990))),
    ])
    expect(() => summarise(towers, CYCLING)).toThrow(new TrackError('overLimits'))
    const skipped = segmentOf([{ time: EIGHT, lat: 1, lon: 1, ele: 10_000 }])
    expect(() => summarise(trackOf([ride(), skipped]), CYCLING)).toThrow(
      new TrackError('overLimits'),
    )
    const highest = segmentOf([{ time: EIGHT, lat: 1, lon: 1, ele: 9999.99 }])
    expect(summarise(trackOf([ride(), highest]), CYCLING).metrics.maxAlt).toBe(9999.99)
    const jump = line(3, { time: EIGHT, lat: 0, lon: 6 }, { time: SECOND, lat: 0.15 })
    expect(() => summarise(trackOf([jump]), CYCLING)).toThrow(new TrackError('overLimits'))
  })

  test('reject more than 999999.9 m', () => {
    const trip = (degrees: number) =>
      trackOf([line(3, { time: EIGHT, lat: -10, lon: 6 }, { time: HOUR, lat: degrees / 2 })])
    expect(summarise(trip(8.98), CYCLING).metrics.distance).toBe(999.649)
    expect(() => summarise(trip(8.99), CYCLING)).toThrow(new TrackError('overLimits'))
  })

  test('reject sensor readings that cannot be stored', () => {
    for (const sensor of ['hr', 'cadence', 'power'] as const) {
      const withReading = (reading: number) => trackOf([ride(EIGHT, { [sensor]: reading })])
      for (const reading of [2_147_483_648, -2_147_483_649, 1e300, Number.POSITIVE_INFINITY])
        expect(() => summarise(withReading(reading), CYCLING)).toThrow(new TrackError('overLimits'))
      expect(() => summarise(withReading(2_147_483_647), CYCLING)).not.toThrow()
    }
  })

  test('reject coordinates that are not finite, wherever they are', () => {
    for (const nowhere of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const lone = segmentOf([{ time: EIGHT, lat: 1, lon: nowhere }])
      expect(() => summarise(trackOf([ride(), lone]), CYCLING)).toThrow(
        new TrackError('processing'),
      )
      const broken = segmentOf([
        { lat: 1, lon: 1 },
        { lat: nowhere, lon: 1 },
      ])
      const timed = { ...broken, time: Float64Array.of(EIGHT, Number.NaN) }
      expect(() => summarise(trackOf([timed]), CYCLING)).toThrow(new TrackError('processing'))
    }
  })
})

describe('recordings without GPS', () => {
  const withoutGps = { distance: 5000, duration: 1800.9, moving: 1500, maxSpeed: 5 }
  const treadmill = line(3, { time: EIGHT, hr: 120, cadence: 80 }, { time: 600 * SECOND, hr: 10 })

  test('have the distance, times and speeds of the device, and no position', () => {
    const summary = summarise(trackOf([treadmill], { withoutGps, calories: 200 }), CYCLING)
    expect(summary.metrics).toEqual({
      ...{ duration: 1800, moving: 1500, pauses: 300, distance: 5 },
      ...{ ascent: null, descent: null, minAlt: null, maxAlt: null },
      ...{ aveSpeed: 12, maxSpeed: 18, avePace: 300, bestPace: 200 },
      ...{ aveHr: 130, maxHr: 140, aveCadence: 80, maxCadence: 80 },
      ...{ avePower: null, maxPower: null },
    })
    expect(summary).toMatchObject({ startedAt: EIGHT, calories: 200, bounds: null, start: null })
    expect(summary.segments.map(({ metrics }) => metrics)).toEqual([summary.metrics])
    expect([...(summary.segments[0]?.points.speed ?? [])]).toEqual(Array(3).fill(Number.NaN))
  })

  test('are one segment, however many times the device was stopped', () => {
    const later = line(2, { time: EIGHT + HOUR, hr: 150 }, { time: 60 * SECOND })
    const { segments, metrics } = summarise(trackOf([treadmill, later], { withoutGps }), CYCLING)
    expect(segments).toHaveLength(1)
    expect([...(segments[0]?.points.hr ?? [])]).toEqual([120, 130, 140, 150, 150])
    expect(metrics.aveHr).toBe(138)
  })

  test('use the recorded times and have no speeds when the device gives none', () => {
    const nothing = { distance: null, duration: null, moving: null, maxSpeed: null }
    const { metrics } = summarise(trackOf([treadmill], { withoutGps: nothing }), CYCLING)
    expect(metrics).toMatchObject({
      ...{ duration: 1200, moving: 1200, pauses: 0, distance: 0 },
      ...{ aveSpeed: null, maxSpeed: null, avePace: null, bestPace: null },
    })
  })

  test('have a duration of at least their moving time', () => {
    const odd = { ...withoutGps, duration: 1000, moving: 1500 }
    expect(summarise(trackOf([treadmill], { withoutGps: odd }), CYCLING).metrics).toMatchObject({
      ...{ duration: 1500, moving: 1500, pauses: 0 },
    })
  })
})

describe('points without times', () => {
  test('at the end of a recording do not affect its duration', () => {
    const segment = ride()
    const time = Float64Array.from([0, 1, 2, 3], (i) =>
      i < 2 ? EIGHT + i * 10 * SECOND : Number.NaN,
    )
    expect(summarise(trackOf([{ ...segment, time }]), CYCLING).metrics).toMatchObject({
      ...{ duration: 10, moving: 10, pauses: 0, distance: 0.022 },
    })
  })
})

describe('any recording', () => {
  test('has consistent numbers or throws a TrackError', () => {
    const options = fc.record({
      stoppedSpeedThreshold: fc.constantFrom(0, 0.1, 1),
      useRawSpeed: fc.boolean(),
      hasElevation: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(anySegment(), { maxLength: 4 }), options, (segments, rules) => {
        const summary = attempt(() => summarise(trackOf(segments), rules))
        if (summary === undefined) return
        // For a recording that ends before or when it began, the reference gives no duration.
        const lasting = segments.every((each) => each.size < 2 || (segmentDuration(each) ?? 0) > 0)
        for (const { metrics } of [summary, ...summary.segments]) {
          expect(metrics.distance).toBeGreaterThanOrEqual(0)
          expect(metrics.moving).toBeGreaterThanOrEqual(0)
          expect(metrics.aveSpeed).toBeGreaterThanOrEqual(0)
          // Each of them is truncated, so the sum may be short by a second.
          const missed = metrics.duration - metrics.moving - metrics.pauses
          if (lasting) expect(Math.abs(missed)).toBeLessThanOrEqual(1)
          expect(Object.values(metrics).some(Number.isNaN)).toBe(false)
        }
      }),
    )
  })

  test('of one segment with ascending times has a duration of moving time plus pauses', () => {
    fc.assert(
      fc.property(anySegment(2), (segment) => {
        const rising = { ...segment, time: segment.time.map((_, i) => EIGHT + i * 60 * SECOND) }
        const { metrics } = summarise(trackOf([rising]), CYCLING)
        expect(metrics.duration).toBe((segment.size - 1) * 60)
        expect(metrics.moving + metrics.pauses).toBe(metrics.duration)
        expect(metrics.pauses).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

/** The result, or undefined when a recording is rejected with a TrackError. */
function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch (error) {
    expect(error).toBeInstanceOf(TrackError)
    return undefined
  }
}
