import { alignOutlines, isMostlyNear } from './align'
import { type Outline, reverseOutline } from './outline'

/** Direction of a recording compared with another one on the same route. */
export type Direction = 'same' | 'opposite'

/** Shorter lines, in metres, do not count as routes. */
const MINIMUM = 500
/** Minimum share of each line that must follow the other, in its order. */
const SHARE = 0.9
/** Length that may be missing at either end: at most this many metres and this share of the line. */
const FREE_END = { metres: 300, share: 0.1 }
/** Maximum ratio of the two lengths that the rules above allow. */
const MAX_LENGTH_RATIO = 1 / ((1 - 2 * FREE_END.share) * SHARE)

/** Length of an outline in metres. */
const wayLength = ({ size, step }: Outline): number => Math.max(0, size - 1) * step

/** Returns whether a recording is long enough to be a route. */
export const isRoute = (outline: Outline): boolean => wayLength(outline) >= MINIMUM

/** The mean of the places of an outline and its length, in whole metres. */
export function summarizeRoute(outline: Outline) {
  const mean = (axis: number) => {
    let sum = 0
    for (let i = 0; i < outline.size; i++) sum += outline.places[3 * i + axis] ?? 0
    return Math.round(sum / outline.size)
  }
  return { x: mean(0), y: mean(1), z: mean(2), length: Math.round(wayLength(outline)) }
}

/**
 * How far the middles of recordings of one route may be apart, as a share of its length: a tenth missing at one end,
 * plus a margin.
 */
const MIDDLE_SHARE = 0.08
/** Additional metres for GPS errors. */
const MIDDLE_METRES = 60

/** Bounds in metres for the middles and lengths of recordings that `compareRoutes` may consider the same route. */
export const searchBounds = (length: number) => ({
  away: Math.round(MIDDLE_SHARE * MAX_LENGTH_RATIO * length + MIDDLE_METRES),
  shortest: Math.floor(length / MAX_LENGTH_RATIO),
  longest: Math.ceil(length * MAX_LENGTH_RATIO),
})

/**
 * Compares two recordings. They follow the same route if at least nine tenths of each are within 40 m of the other, in
 * the same or the opposite order; up to 300 m may be missing at either end. An out-and-back route counts as `same`.
 */
export function compareRoutes(first: Outline, second: Outline): Direction | undefined {
  if (!isRoute(first) || !isRoute(second)) return undefined
  const lengths = [wayLength(first), wayLength(second)]
  if (Math.max(...lengths) > MAX_LENGTH_RATIO * Math.min(...lengths)) return undefined
  // Up to a fifth may be missing at the ends, and a tenth of the rest may differ.
  const least = (1 - 2 * FREE_END.share) * SHARE - 0.05
  if (!isMostlyNear(first, second, least) || !isMostlyNear(second, first, least)) return undefined
  if (runsAlong(first, second) && runsAlong(second, first)) return 'same'
  const turned = reverseOutline(second)
  return runsAlong(first, turned) && runsAlong(turned, first) ? 'opposite' : undefined
}

function runsAlong(line: Outline, other: Outline): boolean {
  const matches = alignOutlines(line, other)
  if (!matches) return false
  const free = Math.min(FREE_END.metres / line.step, FREE_END.share * line.size)
  const first = matches.findIndex((match) => match >= 0)
  if (first < 0) return false
  const last = matches.findLastIndex((match) => match >= 0)
  const counted = line.size - Math.min(free, first) - Math.min(free, line.size - 1 - last)
  const matched = matches.reduce((sum, match) => sum + (match >= 0 ? 1 : 0), 0)
  return matched >= SHARE * counted
}
