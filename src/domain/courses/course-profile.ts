import { type CourseLine, runningLengths } from './course-line'

/** A distance from the start and the elevation there, in metres. */
export type ProfilePoint = [metres: number, elevation: number]

/** Maximum number of points of an elevation profile: one for each pixel of a chart on a phone. */
const MAX_PROFILE = 400

/** Returns the elevation along a line at regular distances; empty without elevations. */
export function profileOf(line: CourseLine): ProfilePoint[] {
  const metres = runningLengths(line)
  const step = (metres.at(-1) ?? 0) / MAX_PROFILE
  const profile: ProfilePoint[] = []
  let next = 0
  for (let i = 0; i < metres.length; i++) {
    const [at = 0, elevation = Number.NaN] = [metres[i], line.ele[i]]
    const isLast = i === metres.length - 1
    if (Number.isNaN(elevation) || (at < next && !isLast)) continue
    profile.push([Math.round(at), Math.round(elevation * 10) / 10])
    next = (Math.floor(at / step) + 1) * step
  }
  return profile
}
