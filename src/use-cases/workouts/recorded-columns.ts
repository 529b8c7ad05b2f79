import type { AppContext } from '@/context'
import { insertSegments } from '@/db/queries/segments'
import type { WorkoutRow } from '@/db/queries/workouts'
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
    min_lat: minLat ?? null,
    min_lon: minLon ?? null,
    max_lat: maxLat ?? null,
    max_lon: maxLon ?? null,
    start_lat: track.start?.lat ?? null,
    start_lon: track.start?.lon ?? null,
  }
}

/** Stores the segments of a recording; the workout must have none. */
export function storeSegments(
  tx: Pick<AppContext, 'db' | 'ids'>,
  workout: WorkoutRow,
  { segments }: MeasuredTrack,
): Promise<void> {
  return insertSegments(
    tx.db,
    workout.user_id,
    segments.map((segment, index) => ({
      row: {
        short_id: tx.ids.shortId(),
        workout_id: workout.id,
        position: index + 1,
        started_at: startOf(segment),
        point_count: segment.pointCount,
        ...metricColumns(segment.metrics),
      },
      points: segment.points,
      pieces: segment.pieces,
    })),
  )
}

/** The numbers of a workout or segment as its columns name them. */
const metricColumns = (metrics: Metrics) => ({
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
