import type { Metrics } from '@/tracks/metrics/metrics'

/** The numbers of a workout or segment as its columns name them. */
export const metricColumns = (metrics: Metrics) => ({
  duration: metrics.duration,
  moving: metrics.moving,
  pauses: metrics.pauses,
  distance: metrics.distance,
  ascent: metrics.ascent,
  descent: metrics.descent,
  min_alt: metrics.minAlt,
  max_alt: metrics.maxAlt,
  ave_speed: metrics.aveSpeed,
  max_speed: metrics.maxSpeed,
  ave_pace: metrics.avePace,
  best_pace: metrics.bestPace,
  ave_cadence: metrics.aveCadence,
  max_cadence: metrics.maxCadence,
  ave_hr: metrics.aveHr,
  max_hr: metrics.maxHr,
  ave_power: metrics.avePower,
  max_power: metrics.maxPower,
})
