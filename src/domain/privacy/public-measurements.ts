import { toPace } from '@/domain/tracks/metrics/speed'
import { SECONDS_PER_HOUR } from '@/domain/tracks/metrics/units'
import { roundHalfEven } from '@/lib/text/decimal'
import type { VisibleShare } from './public-recording'

/** Measurements of a workout or segment that depend on the hidden parts. */
export interface Measurements {
  /** Seconds. */
  duration: number
  moving: number
  /** Kilometres. */
  distance: number
  /** Metres; null: not measured. */
  ascent: number | null
  descent: number | null
  min_alt: number | null
  max_alt: number | null
  /** Kilometres per hour in motion. */
  ave_speed: number | null
  /** Seconds per kilometre in motion. */
  ave_pace: number | null
}

const DECIMALS = 3
const SPEED_DECIMALS = 2

/** Returns measurements without the hidden parts. */
export function publicMeasurements(whole: Measurements, share: VisibleShare): Measurements {
  const duration = Math.max(0, whole.duration - Math.round(share.elapsedHidden))
  const moving = Math.min(Math.max(0, whole.moving - Math.round(share.movingHidden)), duration)
  const distance = roundHalfEven(whole.distance * share.distance, DECIMALS)
  const speed =
    moving > 0 ? roundHalfEven((distance / moving) * SECONDS_PER_HOUR, SPEED_DECIMALS) : 0
  const scaled = (value: number | null, part: number) =>
    value === null ? null : roundHalfEven(value * part, DECIMALS)
  const extreme = (value: number | null, visible: number) =>
    value === null || Number.isNaN(visible) ? value : roundHalfEven(visible, DECIMALS)
  return {
    duration,
    moving,
    distance,
    ascent: scaled(whole.ascent, share.ascent),
    descent: scaled(whole.descent, share.descent),
    min_alt: extreme(whole.min_alt, share.lowest),
    max_alt: extreme(whole.max_alt, share.highest),
    ave_speed: whole.ave_speed === null ? null : speed,
    ave_pace: whole.ave_pace === null ? null : toPace(speed),
  }
}
