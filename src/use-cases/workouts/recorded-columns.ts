import { toJson, toSqlBool } from '@/db/columns'
import type { Metrics } from '@/tracks/metrics/metrics'
import type { MeasuredTrack } from '@/workers/track-job'

const MICROSECONDS_PER_MILLISECOND = 1000
const LONGEST_SOURCE = 100

/** Milliseconds since the Unix epoch at which a recording begins. */
export const startOf = (track: { startedAt: number }): number =>
  Math.floor(track.startedAt / MICROSECONDS_PER_MILLISECOND)

/** The columns of a workout that its recording decides. */
export function recordedColumns(track: MeasuredTrack) {
  const [minLat, minLon, maxLat, maxLon] = track.bounds ?? []
  return {
    ...metricColumns(track.metrics),
    calories: track.calories,
    source: track.source?.slice(0, LONGEST_SOURCE) ?? null,
    elevation_data_source: track.elevationSource,
    original_hash: track.hash,
    is_analysed: toSqlBool(track.analysed !== undefined),
    is_device_read: toSqlBool(true),
    import_warnings: track.passedOver.length > 0 ? toJson([...track.passedOver]) : null,
    min_lat: minLat ?? null,
    min_lon: minLon ?? null,
    max_lat: maxLat ?? null,
    max_lon: maxLon ?? null,
    start_lat: track.start?.lat ?? null,
    start_lon: track.start?.lon ?? null,
  }
}

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
