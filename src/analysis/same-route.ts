import { alignOutlines, liesMostlyNear } from './align'
import { type Outline, reversed } from './outline'

/** Which way round a route was done, beside another time. */
export type Direction = 'same' | 'opposite'

/** Lines shorter than this, in metres, are no routes. */
const SHORTEST = 500
/** Share of each line that must lie along the other, in its order. */
const SHARE = 0.9
/** At either end a recording may begin later or end earlier: up to so many metres, and this share of the line. */
const FREE_END = { metres: 300, share: 0.1 }
/** By how much the length of one may differ from that of the other: what the two rules above let through. */
const MOST_LONGER = 1 / ((1 - 2 * FREE_END.share) * SHARE)

/** Metres of a way. */
const wayLength = ({ size, step }: Outline): number => Math.max(0, size - 1) * step

/** Whether a recording went far enough to be a route. */
export const isRoute = (outline: Outline): boolean => wayLength(outline) >= SHORTEST

/** The middle of a way (the mean of its places) and its length, in whole metres. */
export function middleOf(outline: Outline) {
  const mean = (axis: number) => {
    let sum = 0
    for (let i = 0; i < outline.size; i++) sum += outline.places[3 * i + axis] ?? 0
    return Math.round(sum / outline.size)
  }
  return { x: mean(0), y: mean(1), z: mean(2), length: Math.round(wayLength(outline)) }
}

/** Share of a way by which the middle of the same route may lie elsewhere: a tenth is missing at one end, and a bit. */
const MIDDLE_SHARE = 0.08
/** Metres by which receivers may move it. */
const MIDDLE_METRES = 60

/**
 * How far from the middle of a way, and with which lengths, the middles of ways lie that `compareRoutes` may find to be
 * the same route; metres.
 */
export const reachOfMiddle = (length: number) => ({
  away: Math.round(MIDDLE_SHARE * MOST_LONGER * length + MIDDLE_METRES),
  shortest: Math.floor(length / MOST_LONGER),
  longest: Math.ceil(length * MOST_LONGER),
})

/**
 * Whether two recordings went the same way: at least nine tenths of each lie within 40 m of the other, in the same order,
 * or in the opposite one; beginnings and ends of up to 300 m may be missing. A way there and back the same way is the same
 * in both directions and counts as `same`.
 */
export function compareRoutes(first: Outline, second: Outline): Direction | undefined {
  if (!isRoute(first) || !isRoute(second)) return undefined
  const lengths = [wayLength(first), wayLength(second)]
  if (Math.max(...lengths) > MOST_LONGER * Math.min(...lengths)) return undefined
  // Free ends take away up to a fifth, and a tenth of the rest may lie elsewhere.
  const least = (1 - 2 * FREE_END.share) * SHARE - 0.05
  if (!liesMostlyNear(first, second, least) || !liesMostlyNear(second, first, least))
    return undefined
  if (runsAlong(first, second) && runsAlong(second, first)) return 'same'
  const turned = reversed(second)
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
