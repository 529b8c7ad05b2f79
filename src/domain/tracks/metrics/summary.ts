import type { MeasuredBy, Measurements } from '@/domain/reference/measurements'
import type { PoolUnit } from '@/domain/reference/swimming'
import type { COLUMNS, DeviceTotals, ExtraColumn, Segment, Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { roundHalfAway } from '@/lib/text/decimal'
import { shorten, shortenedSteps } from './distance'
import { cleanElevations, findExtremes, joinExtremes } from './elevation'
import { measureByDevice } from './measure-by-device'
import { type Metrics, toMetrics } from './metrics'
import { measurePoolSwim } from './pool-swim'
import { pointSpeeds } from './speed'
import {
  deviceTotals,
  requireWithinLimits,
  type SpeedRules,
  segmentTotals,
  type TrackTotals,
  trackTotals,
} from './totals'
import type { StoredPoints } from './units'
import { startTime, validSegments } from './validate'

/** South, west, north, east in degrees. */
export type Bounds = readonly [number, number, number, number]

export interface MetricOptions extends SpeedRules {
  /** Whose numbers the recording gets; `fittrackee` by default. */
  readonly measurements?: Measurements | undefined
  /** Whether elevations are meaningful for this sport. */
  readonly hasElevation: boolean
  /**
   * Elevations from a service that replace those of the file, one column per valid segment in order; null keeps those
   * of the file.
   */
  readonly elevations?: readonly (Float64Array | null)[]
}

export interface SegmentSummary {
  readonly metrics: Metrics
  /** Microseconds since the Unix epoch. */
  readonly startedAt: number
  readonly points: StoredPoints
  /** Metres from each point's predecessor; 0 without positions. */
  readonly steps: Float64Array
}

export interface TrackSummary {
  /** Microseconds since the Unix epoch. */
  readonly startedAt: number
  readonly metrics: Metrics
  /** Whole kilocalories; null if missing or invalid. */
  readonly calories: number | null
  /** Valid segments in file order; a recording without positions is one segment. */
  readonly segments: readonly SegmentSummary[]
  readonly bounds: Bounds | null
  /** First position of the valid segments, in degrees. */
  readonly start: { readonly lat: number; readonly lon: number } | null
  /** The source of each figure; null unless measured by the device. */
  readonly measuredBy: MeasuredBy | null
  /** The unit of the pool; null unless it is a swim in one. */
  readonly poolUnit: PoolUnit | null
}

/**
 * Summarises a recording: the figures and points to store. Does not change the track.
 * @throws TrackError when the recording has no valid segment or is beyond the limits.
 */
export function summarise(track: Track, options: MetricOptions): TrackSummary {
  const valid = validSegments(track, options.measurements)
  const measured = measure(track, valid, options)
  for (const totals of [...measured.parts, measured.totals]) requireWithinLimits(totals)
  const segments = measured.walked.map(({ points, steps }, i) => ({
    metrics: toMetrics(measured.parts[i] ?? measured.totals),
    startedAt: startTime(points),
    points,
    steps,
  }))
  return {
    startedAt: segments[0]?.startedAt ?? Number.NaN,
    metrics: toMetrics(measured.totals),
    calories: wholeCalories(track.calories),
    segments,
    bounds: findBounds(track.segments),
    start: track.withoutGps ? null : startPosition(valid),
    measuredBy: measured.measuredBy ?? null,
    poolUnit: track.laps?.poolUnit ?? null,
  }
}

/** The same limit as for manual entries. */
const MAX_CALORIES = 2_147_483_647

/** Rounds to whole kilocalories. Devices write impossible values, such as -1, when they have none. */
const wholeCalories = (recorded: number | null): number | null =>
  recorded !== null && recorded >= 0 && recorded <= MAX_CALORIES ? roundHalfAway(recorded, 0) : null

/** Clean points, and the distance in metres from each point to the previous one. */
interface Walked {
  readonly points: StoredPoints
  readonly steps: Float64Array
}

/** Points and unrounded figures, per segment and for the whole recording. */
interface Measured {
  readonly walked: readonly Walked[]
  readonly parts: readonly TrackTotals[]
  readonly totals: TrackTotals
  readonly measuredBy?: MeasuredBy
}

function measure(track: Track, valid: readonly Segment[], options: MetricOptions): Measured {
  if (options.measurements === 'device') return measureBestFigures(track, valid, options)
  return track.withoutGps
    ? measureWithoutGps(joinSegments(valid), track.withoutGps, options)
    : measureByPositions(track, valid, options)
}

function measureBestFigures(
  track: Track,
  valid: readonly Segment[],
  options: MetricOptions,
): Measured {
  const joined = track.withoutGps ? [joinSegments(valid)] : valid
  const segments = joined.map((segment, i) => ({
    ...segment,
    ele: withoutLowest(elevationsOf(segment, options, options.elevations?.[i])),
  }))
  const isReplaced = options.elevations?.some((column) => column !== null) ?? false
  const device = track.device ?? track.withoutGps
  const recording = {
    segments,
    device,
    swim: measurePoolSwim(device, track.laps),
    usesDeviceClimbs: options.hasElevation && !isReplaced,
  }
  return measureByDevice(recording, options)
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
  // Segments that are too short to count keep their recorded elevations, even 0.
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

function measureWithoutGps(
  segment: Segment,
  device: DeviceTotals,
  options: MetricOptions,
): Measured {
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

/** Below all dry land, in metres. Devices without an elevation write it, because it is 0 in FIT files. */
const LOWEST = -500

const withoutLowest = (ele: Float64Array): Float64Array =>
  ele.map((metres) => (metres <= LOWEST ? Number.NaN : metres))

function flattened(segment: Segment): Segment {
  return { ...segment, ele: new Float64Array(segment.size).fill(Number.NaN) }
}

function startPosition(valid: readonly Segment[]): TrackSummary['start'] {
  for (const { lat, lon } of valid) {
    const first = lat.findIndex((degrees) => !Number.isNaN(degrees))
    if (first >= 0) return { lat: lat[first] ?? Number.NaN, lon: lon[first] ?? Number.NaN }
  }
  return null
}

/** Joins the points of all segments, in order. */
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

/** Joins the extra columns of all segments, with NaN for the points of segments that lack a column. */
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

/** Returns the smallest box of coordinates around all points; null without positions. */
export function findBounds(segments: readonly Pick<Segment, 'lat' | 'lon'>[]): Bounds | null {
  const lat = joinExtremes(segments.map((segment) => findExtremes(segment.lat)))
  const lon = joinExtremes(segments.map((segment) => findExtremes(segment.lon)))
  if (lat.min === null || lat.max === null || lon.min === null || lon.max === null) return null
  return [lat.min, lon.min, lat.max, lon.max]
}
