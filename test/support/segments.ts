import fc from 'fast-check'
import type { MetricOptions } from '@/domain/tracks/metrics/summary'
import type { Point, Segment, Track } from '@/domain/tracks/track'

/** 2024-06-01T08:00:00Z in microseconds. */
export const EIGHT = Date.UTC(2024, 5, 1, 8) * 1000
export const SECOND = 1e6
export const HOUR = 3600 * SECOND

/** Rules of a cycling sport with default preferences. */
export const CYCLING: MetricOptions = {
  stoppedSpeedThreshold: 1,
  useRawSpeed: false,
  hasElevation: true,
}

/** A segment of points with the given values; all others are missing. */
export function segmentOf(points: readonly Partial<Point>[]): Segment {
  const column = (name: keyof Point) =>
    Float64Array.from(points, (point) => point[name] ?? Number.NaN)
  return {
    size: points.length,
    time: column('time'),
    lat: column('lat'),
    lon: column('lon'),
    ele: column('ele'),
    hr: column('hr'),
    cadence: column('cadence'),
    power: column('power'),
  }
}

/** A recording of the given segments, without other metadata. */
export function trackOf(segments: readonly Segment[], facts: Partial<Track> = {}): Track {
  return { name: null, description: null, source: null, calories: null, ...facts, segments }
}

/** `count` points that start at the start values and change by one step each. */
export function line(count: number, start: Partial<Point>, step: Partial<Point>): Segment {
  const names = Object.keys(start) as (keyof Point)[]
  return segmentOf(
    Array.from({ length: count }, (_, i) =>
      Object.fromEntries(names.map((name) => [name, (start[name] ?? 0) + i * (step[name] ?? 0)])),
    ),
  )
}

/** Realistic segments: times mostly rising, with some missing values. */
export function anySegment(minLength = 0): fc.Arbitrary<Segment> {
  const missing = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: Number.NaN, freq: 6 })
  const point = fc.record({
    time: missing(fc.integer({ min: -5, max: 90 }).map((seconds) => seconds * SECOND)),
    lat: fc.integer({ min: -1000, max: 1000 }).map((steps) => 45 + steps * 1e-4),
    lon: fc.integer({ min: -1000, max: 1000 }).map((steps) => 6 + steps * 1e-4),
    ele: missing(fc.integer({ min: -50, max: 4000 }).map((tenths) => tenths / 10)),
    hr: missing(fc.integer({ min: 0, max: 220 })),
    cadence: missing(fc.integer({ min: 0, max: 120 })),
    power: missing(fc.integer({ min: 0, max: 900 })),
  })
  return fc.array(point, { minLength, maxLength: 40 }).map((steps) => {
    let now = EIGHT
    return segmentOf(
      steps.map((step, i) => {
        if (i > 0 && !Number.isNaN(step.time)) now += step.time
        return { ...step, time: i > 0 && Number.isNaN(step.time) ? Number.NaN : now }
      }),
    )
  })
}
