import type { FigureSource, MeasuredBy } from '@/domain/reference/measurements'
import type { DeviceTotals, Segment } from '@/domain/tracks/track'
import { roundHalfEven } from '@/lib/text/decimal'
import { bestSteps, isDistanceStream } from './best-steps'
import { largestChanges, measureSmoothClimbs } from './climb-totals'
import {
  type CredibleTotals,
  credibleTotals,
  type Evidence,
  isCredibleClimb,
} from './credible-totals'
import { arcLength, chordBetween, placeAt } from './earth'
import { type Climbs, findExtremes, joinExtremes, measureClimbs } from './elevation'
import { limitSteps } from './limit-steps'
import {
  fastestOver,
  PEAK_SECONDS,
  type PlausibleCourse,
  plausibleCourse,
  smoothSpeeds,
} from './peak-speed'
import type { PoolSwim } from './pool-swim'
import type { Readings } from './sensors'
import { distributeLengths } from './swim-course'
import { type SpeedRules, segmentTotals, type TrackTotals, trackTotals } from './totals'
import { KMH_PER_MS, MICROSECONDS, SECONDS_PER_MINUTE, type StoredPoints } from './units'

/** A recording to measure by what its device says. */
export interface DeviceRecording {
  /** The valid segments, with clean elevations. */
  readonly segments: readonly Segment[]
  readonly device: DeviceTotals | undefined
  /** Undefined unless it is a swim in a pool. */
  readonly swim?: PoolSwim | undefined
  /** Whether ascent and descent of the device count: the sport has elevations, and those of the file are used. */
  readonly usesDeviceClimbs: boolean
}

/** Points and unrounded figures, per segment and for the whole recording, with their sources. */
export interface MeasuredByDevice {
  readonly walked: readonly { readonly points: StoredPoints; readonly steps: Float64Array }[]
  readonly parts: readonly TrackTotals[]
  readonly totals: TrackTotals
  readonly measuredBy: MeasuredBy
}

/** What is computed from the points of a segment. */
interface Part {
  readonly points: StoredPoints
  readonly steps: Float64Array
  /** Whether the device recorded the distance with each sample. */
  readonly isCounted: boolean
  /** Whether there are distances or positions. */
  readonly isMeasured: boolean
  /** Metres. */
  readonly distance: number
  /** Metres per second. */
  readonly peak: number | null
  readonly fastestMinute: number | null
  readonly climbs: Climbs | null
  readonly totals: TrackTotals
}

/**
 * Measures a recording with the credible totals of its device. Figures without one come from the distances that the
 * device recorded with its samples, or else from the track. The figures of the segments share out the totals, so that
 * they add up.
 */
export function measureByDevice(recording: DeviceRecording, rules: SpeedRules): MeasuredByDevice {
  const { device, swim } = recording
  const parts = recording.segments.map((segment) => measurePart(segment, rules, swim))
  const columns = parts.map(({ points }) => points)
  const base = trackTotals(
    columns,
    columns,
    parts.map(({ totals }) => totals),
  )
  const credible = credibleTotals(device, evidenceOf(parts, base))
  const figures = chooseFigures(parts, base, {
    ...credible,
    ...(!recording.usesDeviceClimbs && { ascent: null, descent: null }),
    ...(swim && { moving: swim.moving, maxSpeed: swim.maxSpeed }),
  })
  const totals = withFigures(base, figures)
  const shared = shareOut(parts, figures)
  return {
    walked: parts.map((part, i) => walkWithin(part, shared[i]?.distance ?? 0, totals.maxSpeed)),
    parts:
      parts.length === 1
        ? [totals]
        : parts.map((part, i) => withFigures(part.totals, shared[i] ?? figures)),
    totals: withReadings(totals, device, swim),
    measuredBy: figures.measuredBy,
  }
}

function measurePart(segment: Segment, rules: SpeedRules, swim: PoolSwim | undefined): Part {
  const lengths = swim && swimSteps(segment, swim)
  const { steps, source } = lengths ?? bestSteps(segment)
  const course = plausibleCourse(segment.time, steps)
  const isCounted = source === 'device'
  const isMeasured = isCounted || hasPosition(segment)
  const smooth = () =>
    isMeasured
      ? smoothSpeeds(course, segment.size)
      : new Float64Array(segment.size).fill(Number.NaN)
  const points = { ...segment, speed: lengths?.speed ?? smooth() }
  return {
    ...{ points, steps, isCounted, isMeasured },
    distance: sumOf(steps),
    peak: peakOf(course),
    fastestMinute: fastestOver(course, SECONDS_PER_MINUTE),
    climbs: measureSmoothClimbs(segment),
    totals: segmentTotals(points, steps, { ...rules, useRawSpeed: false }),
  }
}

/** Returns steps and speeds by the lengths of a pool; undefined unless the points have the times of the lengths. */
function swimSteps({ time }: Segment, { parts }: PoolSwim) {
  const { steps, speed } = distributeLengths(time, parts)
  return sumOf(steps) > 0 ? { steps, speed, source: 'device' as const } : undefined
}

/** Returns the points and steps to store: with the shared distance, and nowhere faster than `max` km/h. */
function walkWithin({ points, steps, ...part }: Part, distance: number, max: number | null) {
  const all = scaled(steps, distance / (part.distance || 1))
  return {
    points: { ...points, speed: limitSpeeds(points.speed, max) },
    steps: max ? limitSteps(points.time, all, max / KMH_PER_MS) : all,
  }
}

/** Lowers speeds to the maximum, which a device may have averaged over more seconds, so that no chart exceeds it. */
function limitSpeeds(speeds: Float64Array, max: number | null): Float64Array {
  if (max === null) return speeds
  const limit = roundHalfEven(max, 2)
  return speeds.map((speed) => Math.min(speed, limit))
}

const hasPosition = ({ lat }: Segment): boolean => lat.some((degrees) => !Number.isNaN(degrees))

/** The fastest `PEAK_SECONDS`; the mean speed of a shorter course. */
function peakOf(course: PlausibleCourse): number | null {
  const seconds = course.seconds.at(-1) ?? 0
  return fastestOver(course, Math.min(PEAK_SECONDS, seconds || PEAK_SECONDS))
}

function evidenceOf(parts: readonly Part[], { duration }: TrackTotals): Evidence {
  const columns = parts.map(({ points }) => points)
  const size = sumOf(columns.map((segment) => segment.size))
  const placed = sumOf(columns.map(({ lat }) => lat.filter((each) => !Number.isNaN(each)).length))
  const hasElevations = parts.some(({ climbs }) => climbs !== null)
  return {
    span: Math.max(0, duration) / MICROSECONDS,
    distance: sumOf(parts.map((part) => part.distance)),
    isCounted: isMostlyCounted(parts),
    counted: countedTotal(columns),
    extent: extentOf(columns),
    hasPositions: placed >= HAS_POSITIONS * size,
    largest: hasElevations
      ? joinClimbs(
          columns.map(({ ele }) => largestChanges(ele)),
          Math.max,
        )
      : null,
    all: hasElevations
      ? joinClimbs(
          columns.map(({ ele }) => measureClimbs(ele)),
          add,
        )
      : null,
    peak: largestOf(parts.map((part) => part.peak)),
    fastestMinute: largestOf(parts.map((part) => part.fastestMinute)),
  }
}

/** Share of the points with a position above which the track is complete. */
const HAS_POSITIONS = 0.9

/** A sample below this share of the highest one before it is the first of a new count. */
const RESTART = 0.1

/** Returns the metres that the samples count up to, in all counts; null without samples. */
function countedTotal(segments: readonly Segment[]): number | null {
  const columns = segments.flatMap(({ extra = [] }) => extra.find(isDistanceStream)?.values ?? [])
  let [sum, highest] = [0, 0]
  for (const values of columns) {
    for (const metres of values) {
      if (!Number.isFinite(metres)) continue
      if (metres < RESTART * highest) {
        sum += highest
        highest = metres
      }
      highest = Math.max(highest, metres)
    }
  }
  return columns.length > 0 ? sum + highest : null
}

function extentOf(segments: readonly Segment[]): number {
  const lat = joinExtremes(segments.map((segment) => findExtremes(segment.lat)))
  const lon = joinExtremes(segments.map((segment) => findExtremes(segment.lon)))
  const box = [
    [lat.min, lon.min],
    [lat.max, lon.max],
  ].map(([latitude, longitude]) => placeAt(latitude ?? 0, longitude ?? 0))
  const [one, other] = box
  return lat.min === null || !one || !other ? 0 : arcLength(chordBetween(one, other))
}

function isMostlyCounted(parts: readonly Part[]): boolean {
  const counted = sumOf(parts.map(({ isCounted, distance }) => (isCounted ? distance : 0)))
  const all = sumOf(parts.map(({ distance }) => distance))
  return all > 0 ? counted * 2 > all : parts.every(({ isCounted }) => isCounted)
}

/** The figures of a recording or segment; times in microseconds, lengths in metres, speeds in km/h. */
interface Figures {
  readonly duration: number
  readonly moving: number
  readonly distance: number | null
  readonly maxSpeed: number | null
  readonly ascent: number | null
  readonly descent: number | null
}

/** Takes credible totals of the device, and computes the others. */
function chooseFigures(
  parts: readonly Part[],
  base: TrackTotals,
  device: CredibleTotals,
): Figures & { measuredBy: MeasuredBy } {
  const computed = computeFigures(parts, base)
  const duration = inMicroseconds(device.duration) ?? computed.duration
  const maxSpeed = device.maxSpeed === null ? computed.maxSpeed : device.maxSpeed * KMH_PER_MS
  const distance = device.distance ?? computed.distance
  // Steps of a receiver that repeats positions take less time than the distance does at the maximum speed.
  const least = inMicroseconds(maxSpeed ? (distance ?? 0) / (maxSpeed / KMH_PER_MS) : 0) ?? 0
  const moving =
    inMicroseconds(device.moving) ?? (computed.moving && Math.max(computed.moving, least))
  return {
    duration,
    // Without distances, all of the time counts.
    moving: Math.min(moving ?? duration, duration),
    ...{ distance, maxSpeed },
    ascent: device.ascent ?? computed.ascent,
    descent: device.descent ?? computed.descent,
    measuredBy: sourcesOf(device, computed, isMostlyCounted(parts) ? 'samples' : 'track'),
  }
}

/** The figures that the points result in. */
function computeFigures(
  parts: readonly Part[],
  base: TrackTotals,
): Omit<Figures, 'moving'> & { moving: number | null } {
  const isMeasured = parts.some((part) => part.isMeasured)
  const peak = isMeasured ? largestOf(parts.map((part) => part.peak)) : null
  const duration = Math.max(0, base.duration)
  const climbs = parts.flatMap((part) => part.climbs ?? [])
  const { ascent, descent } = joinClimbs(climbs, add)
  const isCredible = isCredibleClimb(Math.max(ascent, descent), duration / MICROSECONDS)
  return {
    duration,
    moving: isMeasured ? base.moving : null,
    distance: isMeasured ? sumOf(parts.map((part) => part.distance)) : null,
    maxSpeed: peak === null ? null : peak * KMH_PER_MS,
    ...(climbs.length > 0 && isCredible ? { ascent, descent } : { ascent: null, descent: null }),
  }
}

/** Returns the source of each figure; `way` is that of distances and speeds. */
function sourcesOf(
  device: CredibleTotals,
  computed: ReturnType<typeof computeFigures>,
  way: FigureSource,
): MeasuredBy {
  const figures = [
    ['duration', device.duration, computed.duration, 'track'],
    ['moving', device.moving, computed.moving ?? computed.duration, way],
    ['distance', device.distance, computed.distance, way],
    ['ascent', device.ascent, computed.ascent, 'track'],
    ['descent', device.descent, computed.descent, 'track'],
    ['max_speed', device.maxSpeed, computed.maxSpeed, way],
  ] as const
  return Object.fromEntries(
    figures.flatMap(([figure, total, value, other]) => {
      if (total === null && value === null) return []
      return [[figure, total === null ? other : 'device']]
    }),
  )
}

const inMicroseconds = (seconds: number | null): number | null =>
  seconds === null ? null : seconds * MICROSECONDS

/** Replaces the computed figures. */
function withFigures(totals: TrackTotals, figures: Figures): TrackTotals {
  const { duration, moving, distance, maxSpeed, ascent, descent } = figures
  return {
    ...totals,
    ...{ duration, moving, pauses: duration - moving, distance, maxSpeed },
    climbs: { ascent: ascent ?? 0, descent: descent ?? 0 },
    knownClimbs: { ascent, descent },
  }
}

/**
 * Takes the heart rate of the device where the samples have none, and the stroke rate of the lengths of a pool.
 */
function withReadings(
  totals: TrackTotals,
  device: DeviceTotals | undefined,
  swim: PoolSwim | undefined,
): TrackTotals {
  const { aveHr, maxHr } = device ?? {}
  return {
    ...totals,
    ...(totals.hr.count === 0 && aveHr && { hr: readingOf(aveHr, maxHr) }),
    ...(swim?.strokeRate && { cadence: readingOf(swim.strokeRate.mean, swim.strokeRate.max) }),
  }
}

const readingOf = (mean: number, max: number | null | undefined): Readings => ({
  count: 1,
  sum: mean,
  max: Math.max(mean, max ?? 0),
})

/**
 * Divides the figures of a recording among its segments, in proportion to what each of them recorded; in proportion to
 * time where they recorded nothing. No segment moves longer than it lasts.
 */
function shareOut(parts: readonly Part[], figures: Figures): Figures[] {
  const durations = parts.map(({ totals }) => totals.duration)
  const share = (total: number | null, values: readonly (number | null)[]) =>
    total === null
      ? values.map(() => null)
      : divide(
          total,
          values.map((each) => each ?? 0),
          durations,
        )
  const distances = share(
    figures.distance,
    parts.map((part) => part.distance),
  )
  const ascents = share(
    figures.ascent,
    parts.map(({ climbs }) => climbs?.ascent ?? 0),
  )
  const descents = share(
    figures.descent,
    parts.map(({ climbs }) => climbs?.descent ?? 0),
  )
  const times = divide(figures.moving, durations, durations)
  return parts.map(({ peak }, i) => ({
    duration: durations[i] ?? 0,
    moving: Math.min(times[i] ?? 0, durations[i] ?? 0),
    distance: distances[i] ?? null,
    maxSpeed: peak === null ? null : Math.min(peak * KMH_PER_MS, figures.maxSpeed ?? 0),
    ascent: ascents[i] ?? null,
    descent: descents[i] ?? null,
  }))
}

function divide(total: number, values: readonly number[], others: readonly number[]): number[] {
  const weights = sumOf(values) > 0 ? values : others
  const sum = sumOf(weights)
  return weights.map((weight) => (sum > 0 ? (total * weight) / sum : total / weights.length))
}

function scaled(steps: Float64Array, factor: number): Float64Array {
  return factor === 1 ? steps : steps.map((step) => step * factor)
}

const add = (one: number, other: number): number => one + other

const joinClimbs = (
  parts: readonly Climbs[],
  join: (one: number, other: number) => number,
): Climbs => ({
  ascent: parts.reduce((joined, { ascent }) => join(joined, ascent), 0),
  descent: parts.reduce((joined, { descent }) => join(joined, descent), 0),
})

const largestOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (largest, value) =>
      value === null || (largest !== null && largest >= value) ? largest : value,
    null,
  )

function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
