import type { Metrics } from '@/domain/tracks/metrics/metrics'
import { MICROSECONDS_PER_MILLISECOND } from '@/domain/tracks/metrics/units'
import type { Recording } from '@/services/workers/recording'
import { toJson, toSqlBool } from '@/store/db/schema/columns'

const MAX_SOURCE_LENGTH = 100

/** Returns the start of a recording in milliseconds since the Unix epoch. */
export const startOf = (recording: { startedAt: number }): number =>
  Math.floor(recording.startedAt / MICROSECONDS_PER_MILLISECOND)

/** Returns the columns of a workout that depend on its recording. */
export function recordedColumns(recording: Recording) {
  const [minLat, minLon, maxLat, maxLon] = recording.bounds ?? []
  return {
    ...metricColumns(recording.metrics),
    calories: recording.calories,
    source: recording.source?.slice(0, MAX_SOURCE_LENGTH) ?? null,
    elevation_data_source: recording.elevationSource,
    original_hash: recording.hash,
    edits: recording.edits === null ? null : toJson(recording.edits),
    leg: recording.leg,
    is_transition: toSqlBool(recording.isTransition),
    is_analysed: toSqlBool(recording.analysed !== undefined),
    is_device_read: toSqlBool(true),
    measured_by: recording.measuredBy === null ? null : toJson(recording.measuredBy),
    pool_unit: recording.poolUnit,
    import_warnings: recording.passedOver.length > 0 ? toJson([...recording.passedOver]) : null,
    min_lat: minLat ?? null,
    min_lon: minLon ?? null,
    max_lat: maxLat ?? null,
    max_lon: maxLon ?? null,
    start_lat: recording.start?.lat ?? null,
    start_lon: recording.start?.lon ?? null,
  }
}

/** Maps the measurements of a workout or segment to their columns. */
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
