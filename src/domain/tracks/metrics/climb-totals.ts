import type { Climbs } from './elevation'
import { sumWithHysteresis } from './elevation-profile'
import { MICROSECONDS } from './units'

/**
 * Seconds before and after a point over which its elevation is averaged. Chosen so that the median of the ascents of
 * real recordings is that of the barometers in their devices.
 */
const REACH = 5

/**
 * Sums up ascent and descent of the smoothed elevations with a hysteresis of 2 m, so that noise does not add up. Points
 * without elevation are skipped. Null without elevations.
 */
export function measureSmoothClimbs({
  time,
  ele,
}: {
  time: Float64Array
  ele: Float64Array
}): Climbs | null {
  const smooth = smoothOverTime(time, ele)
  if (smooth.length === 0) return null
  const { up, down } = sumWithHysteresis(smooth)
  return { ascent: up.at(-1) ?? 0, descent: down.at(-1) ?? 0 }
}

/** Returns the mean of the known elevations within `REACH` of each point that has one. */
function smoothOverTime(time: Float64Array, ele: Float64Array): Float64Array {
  const known = ele.filter((metres) => !Number.isNaN(metres))
  const times = time.filter((_, i) => !Number.isNaN(ele[i] ?? Number.NaN))
  const smooth = new Float64Array(known.length)
  let [from, to, sum] = [0, 0, 0]
  for (let i = 0; i < known.length; i++) {
    const now = times[i] ?? Number.NaN
    const reach = REACH * MICROSECONDS
    while (to <= i || (to < known.length && (times[to] ?? 0) - now <= reach)) {
      sum += known[to] ?? 0
      to += 1
    }
    while (from < i && !(now - (times[from] ?? 0) <= reach)) {
      sum -= known[from] ?? 0
      from += 1
    }
    smooth[i] = sum / (to - from)
  }
  return smooth
}

/** Returns the largest rise and the largest fall between two points of a column, in metres. */
export function largestChanges(ele: Float64Array): Climbs {
  let [low, high, rise, fall] = [Number.NaN, Number.NaN, 0, 0]
  for (let i = 0; i < ele.length; i++) {
    const value = ele[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    if (!(low <= value)) low = value
    if (!(high >= value)) high = value
    rise = Math.max(rise, value - low)
    fall = Math.max(fall, high - value)
  }
  return { ascent: rise, descent: fall }
}
