import { isDistanceStream } from '@/domain/tracks/metrics/best-steps'
import { MICROSECONDS } from '@/domain/tracks/metrics/units'
import type { DeviceLaps, DeviceTotals, Lap, Segment, Track } from '@/domain/tracks/track'

/** A time span in microseconds since the Unix epoch. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Returns the time span of each segment that has times. */
export const recordedSpans = (segments: readonly Segment[]): Span[] =>
  segments.flatMap(({ time }) => {
    const known = time.filter((instant) => !Number.isNaN(instant))
    const [start, end] = [known[0], known.at(-1)]
    return start === undefined || end === undefined ? [] : [{ start, end }]
  })

/** Time of a lap that may be missing, because devices end laps between two samples. In microseconds. */
const TOLERANCE = 3 * MICROSECONDS

/** Returns the laps of a track of which nothing was removed. `spans` are the remaining spans. */
export function lapsIn({ laps, segments }: Track, spans: readonly Span[]): DeviceLaps | undefined {
  if (!laps) return undefined
  const before = recordedSpans(segments)
  const end = Math.max(...before.map((span) => span.end))
  const kept = laps.laps.filter((lap, index) => {
    const span = { start: lap.start, end: endOf(lap, laps.laps[index + 1]?.start ?? end) }
    const recorded = timeWithin(span, before)
    const remaining = timeWithin(span, spans)
    return remaining > 0 && recorded - remaining <= TOLERANCE
  })
  return kept.length > 0 ? { ...laps, laps: kept } : undefined
}

const endOf = ({ start, elapsed }: Lap, next: number): number =>
  elapsed === undefined ? next : start + elapsed * MICROSECONDS

const timeWithin = (lap: Span, spans: readonly Span[]): number =>
  spans.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(lap.end, end) - Math.max(lap.start, start)),
    0,
  )

/** Seconds by which the laps may be shorter than the recording, or this share of it. */
const [UNCOVERED_SECONDS, UNCOVERED_SHARE] = [5, 0.01]

/**
 * Returns the totals of the remaining segments: those of the laps if the laps cover them, otherwise what the samples
 * show. Calories are known only from laps.
 */
export function keptTotals(
  laps: DeviceLaps | undefined,
  segments: readonly Segment[],
): { totals: DeviceTotals | undefined; calories: number | null } {
  const spans = recordedSpans(segments)
  const seconds = spans.reduce((sum, { start, end }) => sum + end - start, 0) / MICROSECONDS
  const all = laps?.laps ?? []
  const covered = sumOf(all, ({ elapsed }) => elapsed)
  const allowed = Math.max(UNCOVERED_SECONDS, UNCOVERED_SHARE * seconds)
  if (covered !== null && covered >= seconds - allowed)
    return { totals: totalsOfLaps(all), calories: sumOf(all, ({ calories }) => calories) }
  const isPlaced = segments.some(({ lat }) => lat.some((degrees) => !Number.isNaN(degrees)))
  return { totals: isPlaced ? undefined : totalsOfSamples(segments, spans), calories: null }
}

function totalsOfLaps(laps: readonly Lap[]): DeviceTotals {
  const fastest = laps.map(({ maxSpeed }) => maxSpeed ?? Number.NaN)
  const maxSpeed = Math.max(...fastest)
  return {
    distance: sumOf(laps, ({ distance }) => distance),
    duration: null,
    moving: sumOf(laps, ({ timer, elapsed }) => timer ?? elapsed),
    maxSpeed: Number.isNaN(maxSpeed) ? null : maxSpeed,
    ascent: sumOf(laps, ({ ascent }) => ascent),
    descent: sumOf(laps, ({ descent }) => descent),
  }
}

/** Returns the sum of a value; null if a lap lacks it, or there is no lap. */
function sumOf(laps: readonly Lap[], value: (lap: Lap) => number | undefined): number | null {
  if (laps.length === 0) return null
  return laps.reduce<number | null>((sum, lap) => {
    const added = value(lap)
    return sum === null || added === undefined ? null : sum + added
  }, 0)
}

/** The totals of a recording without positions, whose distance only the counter of the device shows. */
function totalsOfSamples(segments: readonly Segment[], spans: readonly Span[]): DeviceTotals {
  const counts = segments.flatMap(({ extra }) => {
    const values = extra?.find(isDistanceStream)?.values.filter((metres) => !Number.isNaN(metres))
    const [first, last] = [values?.[0], values?.at(-1)]
    return first === undefined || last === undefined ? [] : [{ first, last }]
  })
  const [first, last] = [counts[0]?.first, counts.at(-1)?.last]
  const [start, end] = [spans[0]?.start, spans.at(-1)?.end]
  return {
    distance: first === undefined || last === undefined ? null : Math.max(0, last - first),
    duration: start === undefined || end === undefined ? null : (end - start) / MICROSECONDS,
    moving: spans.reduce((sum, span) => sum + span.end - span.start, 0) / MICROSECONDS,
    maxSpeed: null,
  }
}
