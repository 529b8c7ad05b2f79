import { roundHalfEven } from '@/lib/text/decimal'
import { MIN_REST, type SwimPart } from './swim-parts'
import { KMH_PER_MS, MICROSECONDS } from './units'

/** Distances and speeds at the points of a pool swim. */
export interface SwimCourse {
  /** Metres to each point from the previous one. */
  readonly steps: Float64Array
  /** km/h with 2 decimals; 0 while the swimmer rests, NaN for points without a time. */
  readonly speed: Float64Array
}

/**
 * Distributes each length of a pool evenly over the time in which it was swum. The samples of a device only know where a
 * length ended: their distance jumps there, and the first length after a rest would include the rest. `parts` have times
 * in seconds since the Unix epoch; the times of the points are in microseconds.
 */
export function distributeLengths(time: Float64Array, parts: readonly SwimPart[]): SwimCourse {
  const spans = withoutOverlaps(parts)
  const steps = new Float64Array(time.length)
  const speed = new Float64Array(time.length).fill(Number.NaN)
  let [span, swum, before, latest] = [0, 0, Number.NaN, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < time.length; i++) {
    const now = (time[i] ?? Number.NaN) / MICROSECONDS
    // Points out of order add no distance, as with those of other recordings.
    if (!(now >= latest)) continue
    latest = now
    for (let end = spans[span]?.end; end !== undefined && end < now; end = spans[span]?.end) {
      swum += spans[span]?.metres ?? 0
      span += 1
    }
    const metres = swum + metresUntil(now, spans[span])
    steps[i] = Number.isNaN(before) ? 0 : metres - before
    before = metres
    speed[i] = roundHalfEven(speedAt(now, spans[span], spans[span - 1]) * KMH_PER_MS, 2)
  }
  return { steps, speed }
}

interface Span {
  readonly start: number
  readonly end: number
  readonly metres: number
  /** Metres per second. */
  readonly speed: number
}

/** Starts are whole seconds on most devices, and may be before the end of the previous length. */
function withoutOverlaps(parts: readonly SwimPart[]): Span[] {
  let latest = Number.NEGATIVE_INFINITY
  return parts.map(({ start, end, metres, swum }) => {
    const from = Math.max(start, latest)
    latest = Math.max(end, from)
    return { start: from, end: latest, metres, speed: metres / swum }
  })
}

function metresUntil(now: number, span: Span | undefined): number {
  if (!span || now <= span.start) return 0
  return span.metres * Math.min(1, (now - span.start) / (span.end - span.start))
}

/** `next` is the first part that ends at or after `now`. Time between two lengths that is too short for a rest belongs to the first. */
function speedAt(now: number, next: Span | undefined, previous: Span | undefined): number {
  if (next && now >= next.start && now <= next.end) return next.speed
  const isResting = !next || !previous || next.start - previous.end >= MIN_REST
  return isResting ? 0 : previous.speed
}
