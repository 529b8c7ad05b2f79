import { roundHalfAway } from '@/lib/decimal'
import type { COLUMNS, DeviceTotals, ExtraColumn, Segment, Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { shorten, shortenedSteps } from './distance'
import { cleanElevations, extremesOf, joinExtremes } from './elevation'
import { type Metrics, toMetrics } from './metrics'
import { pointSpeeds } from './speed'
import {
  deviceTotals,
  requireWithinLimits,
  type SpeedRules,
  segmentTotals,
  type Totals,
  trackTotals,
} from './totals'
import type { StoredPoints } from './units'
import { startOf, validSegments } from './validate'

/** South, west, north, east in degrees. */
export type Bounds = readonly [number, number, number, number]

export interface MetricOptions extends SpeedRules {
  /** Whether elevations of this sport mean anything. */
  readonly hasElevation: boolean
  /**
   * Elevations of a service in place of the file's, one column for each valid segment in order;
   * null keeps the file's.
   */
  readonly elevations?: readonly (Float64Array | null)[]
}

export interface SegmentSummary {
  readonly metrics: Metrics
  /** Microseconds since the Unix epoch. */
  readonly startedAt: number
  readonly points: StoredPoints
  /** Metres to each point from the one before; 0 without positions. */
  readonly steps: Float64Array
}

export interface TrackSummary {
  /** Microseconds since the Unix epoch. */
  readonly startedAt: number
  readonly metrics: Metrics
  /** Whole kilocalories; null where they are not told, or cannot be. */
  readonly calories: number | null
  /** Valid segments in file order; a recording without positions is one segment. */
  readonly segments: readonly SegmentSummary[]
  readonly bounds: Bounds | null
  /** Where the first valid segment starts, degrees. */
  readonly start: { readonly lat: number; readonly lon: number } | null
}

/**
 * Numbers and points of a recording, as they are stored. Does not change the track.
 * @throws TrackError when the recording has no valid segment or is beyond the limits.
 */
export function summarise(track: Track, options: MetricOptions): TrackSummary {
  const valid = validSegments(track)
  const measured = track.withoutGps
    ? measureByDevice(joinSegments(valid), track.withoutGps, options)
    : measureByPositions(track, valid, options)
  for (const totals of [...measured.parts, measured.totals]) requireWithinLimits(totals)
  const segments = measured.walked.map(({ points, steps }, i) => ({
    metrics: toMetrics(measured.parts[i] ?? measured.totals),
    startedAt: startOf(points),
    points,
    steps,
  }))
  return {
    startedAt: segments[0]?.startedAt ?? Number.NaN,
    metrics: toMetrics(measured.totals),
    calories: wholeCalories(track.calories),
    segments,
    bounds: boundsOf(track.segments),
    start: track.withoutGps ? null : startPosition(valid),
  }
}

/** As many as may be entered by hand. */
const MOST_CALORIES = 2_147_483_647

/** Devices and programs write what nobody can have burnt, such as -1, where they know nothing. */
const wholeCalories = (told: number | null): number | null =>
  told !== null && told >= 0 && told <= MOST_CALORIES ? roundHalfAway(told, 0) : null

/** Clean points, and the metres to each of them from the one before. */
interface Walked {
  readonly points: StoredPoints
  readonly steps: Float64Array
}

/** The points and unrounded numbers, segment by segment and together. */
interface Measured {
  readonly walked: readonly Walked[]
  readonly parts: readonly Totals[]
  readonly totals: Totals
}

function measureByPositions(
  track: Track,
  valid: readonly Segment[],
  options: MetricOptions,
): Measured {
  const walked = valid.map((segment, i) =>
    walk({ ...segment, ele: elevationsOf(segment, options, options.elevations?.[i]) }),
  )
  const points = walked.map((each) => each.points)
  const parts = walked.map((each) => segmentTotals(each.points, each.steps, options))
  const cleaned = new Map(valid.map((segment, i) => [segment, points[i]]))
  // Segments too short to count keep their elevations as recorded, even 0.
  const all = track.segments.map(
    (segment) => cleaned.get(segment) ?? (options.hasElevation ? segment : flattened(segment)),
  )
  return { walked, parts, totals: trackTotals(all, points, parts) }
}

function walk(segment: Segment): Walked {
  const positions = shorten(segment)
  const steps = shortenedSteps(positions)
  return { points: { ...segment, speed: pointSpeeds(positions, steps) }, steps }
}

function measureByDevice(segment: Segment, device: DeviceTotals, options: MetricOptions): Measured {
  const clean = { ...segment, ele: elevationsOf(segment, options) }
  const totals = deviceTotals(clean, device)
  return {
    walked: [
      {
        points: { ...clean, speed: new Float64Array(segment.size).fill(Number.NaN) },
        steps: new Float64Array(segment.size),
      },
    ],
    parts: [totals],
    totals,
  }
}

function elevationsOf(
  segment: Segment,
  options: MetricOptions,
  replacement?: Float64Array | null,
): Float64Array {
  if (!options.hasElevation) return flattened(segment).ele
  if (!replacement) return cleanElevations(segment.ele)
  if (replacement.length !== segment.size) throw new TrackError('processing')
  return replacement
}

function flattened(segment: Segment): Segment {
  return { ...segment, ele: new Float64Array(segment.size).fill(Number.NaN) }
}

function startPosition(valid: readonly Segment[]): TrackSummary['start'] {
  const lat = valid[0]?.lat[0]
  const lon = valid[0]?.lon[0]
  return lat === undefined || lon === undefined ? null : { lat, lon }
}

/** One segment with the points of all, in order. */
function joinSegments(segments: readonly Segment[]): Segment {
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const join = (name: (typeof COLUMNS)[number]): Float64Array => {
    const column = new Float64Array(size)
    let offset = 0
    for (const segment of segments) {
      column.set(segment[name], offset)
      offset += segment.size
    }
    return column
  }
  return {
    size,
    time: join('time'),
    lat: join('lat'),
    lon: join('lon'),
    ele: join('ele'),
    hr: join('hr'),
    cadence: join('cadence'),
    power: join('power'),
    ...joinExtra(segments, size),
  }
}

/** The further columns of all segments; NaN for the points of a segment that has none of the name. */
function joinExtra(segments: readonly Segment[], size: number): Pick<Segment, 'extra'> {
  const joined = new Map<string, ExtraColumn>()
  let offset = 0
  for (const { extra = [], size: points } of segments) {
    for (const { values, ...stream } of extra) {
      const key = JSON.stringify(stream)
      const column = joined.get(key)?.values ?? new Float32Array(size).fill(Number.NaN)
      column.set(values, offset)
      joined.set(key, { ...stream, values: column })
    }
    offset += points
  }
  return joined.size > 0 ? { extra: [...joined.values()] } : {}
}

/** The smallest box of coordinates around all points; null without any position. */
function boundsOf(segments: readonly Segment[]): Bounds | null {
  const lat = joinExtremes(segments.map((segment) => extremesOf(segment.lat)))
  const lon = joinExtremes(segments.map((segment) => extremesOf(segment.lon)))
  if (lat.min === null || lat.max === null || lon.min === null || lon.max === null) return null
  return [lat.min, lon.min, lat.max, lon.max]
}
