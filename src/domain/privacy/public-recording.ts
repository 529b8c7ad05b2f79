import { MICROSECONDS, type StoredPoints } from '@/domain/tracks/metrics/units'
import { COLUMNS } from '@/domain/tracks/track'
import type { VisiblePart } from './visible-parts'

/** A period, microseconds since the Unix epoch. */
export interface Period {
  readonly from: number
  readonly to: number
}

const POINT_COLUMNS = [...COLUMNS, 'speed'] as const

/** Returns the points of a part. The columns share memory with those of the segment. */
export function slicePoints(points: StoredPoints, { start, end }: VisiblePart): StoredPoints {
  const columns = POINT_COLUMNS.map((name) => [name, points[name].subarray(start, end)])
  return {
    ...(Object.fromEntries(columns) as Pick<StoredPoints, (typeof POINT_COLUMNS)[number]>),
    size: end - start,
  }
}

/** Returns the steps of a part: the first one, from a hidden point, is 0. */
export function sliceSteps(steps: Float64Array, { start, end }: VisiblePart): Float64Array {
  const slice = steps.slice(start, end)
  slice[0] = 0
  return slice
}

/** How much of a recording, or of one segment, other users may see. */
export interface VisibleShare {
  /** Share of the whole distance, ascent and descent, from 0 to 1. */
  readonly distance: number
  readonly ascent: number
  readonly descent: number
  /** Seconds by which the elapsed time and the time in motion are shorter. */
  readonly elapsedHidden: number
  readonly movingHidden: number
  /** Metres above sea level; NaN without elevations. */
  readonly lowest: number
  readonly highest: number
}

/** A segment with the metres from each point's predecessor. */
interface MeasuredPoints {
  readonly points: Pick<StoredPoints, 'time' | 'ele'>
  readonly steps: Float64Array
}

/**
 * Measures the visible parts of segments. Totals that included the hidden parts would reveal how long these are and, from
 * several workouts, where they lead: https://www.usenix.org/conference/usenixsecurity18/presentation/hassan
 */
export function measureVisible(
  segments: readonly MeasuredPoints[],
  parts: readonly VisiblePart[],
): VisibleShare {
  const whole = segments.map(({ points }, segment) => ({
    segment,
    start: 0,
    end: points.time.length,
  }))
  const [all, seen] = [sumParts(segments, whole), sumParts(segments, parts)]
  return {
    distance: share(seen.distance, all.distance),
    ascent: share(seen.ascent, all.ascent),
    descent: share(seen.descent, all.descent),
    elapsedHidden: all.seconds - elapsedSeconds(segments, parts),
    movingHidden: all.seconds - seen.seconds,
    lowest: seen.lowest,
    highest: seen.highest,
  }
}

const share = (part: number, whole: number) => (whole > 0 ? Math.min(part / whole, 1) : 1)

function sumParts(segments: readonly MeasuredPoints[], parts: readonly VisiblePart[]) {
  const sums = parts.flatMap((part) => {
    const segment = segments[part.segment]
    return segment ? [sumPart(segment, part)] : []
  })
  const total = (name: 'distance' | 'ascent' | 'descent' | 'seconds') =>
    sums.reduce((sum, each) => sum + each[name], 0)
  const known = sums.filter(({ lowest }) => !Number.isNaN(lowest))
  return {
    distance: total('distance'),
    ascent: total('ascent'),
    descent: total('descent'),
    seconds: total('seconds'),
    lowest: known.length > 0 ? Math.min(...known.map(({ lowest }) => lowest)) : Number.NaN,
    highest: known.length > 0 ? Math.max(...known.map(({ highest }) => highest)) : Number.NaN,
  }
}

function sumPart({ points, steps }: MeasuredPoints, part: VisiblePart) {
  const { start, end } = part
  const elevations = points.ele.subarray(start, end).filter((ele) => !Number.isNaN(ele))
  let [ascent, descent] = [0, 0]
  let [lowest = Number.NaN] = elevations
  let highest = lowest
  for (let i = 1; i < elevations.length; i++) {
    const [before, ele] = [elevations[i - 1] ?? 0, elevations[i] ?? 0]
    ascent += Math.max(ele - before, 0)
    descent += Math.max(before - ele, 0)
    lowest = Math.min(lowest, ele)
    highest = Math.max(highest, ele)
  }
  // The first step comes from a hidden point.
  const distance = steps.subarray(start + 1, end).reduce((sum, step) => sum + (step || 0), 0)
  return { distance, ascent, descent, lowest, highest, seconds: secondsOf(points.time, part) }
}

/** Seconds from the first to the last visible point of each segment. */
function elapsedSeconds(
  segments: readonly MeasuredPoints[],
  parts: readonly VisiblePart[],
): number {
  let sum = 0
  for (const [segment, own] of Map.groupBy(parts, (part) => part.segment)) {
    const [first, last] = [own[0], own.at(-1)]
    const time = segments[segment]?.points.time
    if (first && last && time)
      sum += secondsOf(time, { segment, start: first.start, end: last.end })
  }
  return sum
}

function secondsOf(time: Float64Array, { start, end }: VisiblePart): number {
  const part = time.subarray(start, end)
  const isKnown = (at: number) => !Number.isNaN(at)
  return ((part.findLast(isKnown) ?? 0) - (part.find(isKnown) ?? 0)) / MICROSECONDS
}
