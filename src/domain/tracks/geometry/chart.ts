import { METRES_PER_KM } from '@/domain/reference/lengths'
import { runningDistances } from '@/domain/tracks/metrics/distance'
import { KMH_PER_MS, MICROSECONDS, type StoredPoints } from '@/domain/tracks/metrics/units'
import { roundHalfEven } from '@/lib/text/decimal'
import { spacedUtcText } from '@/lib/time/utc-text'
import { hasPositions } from './placed-line'

/** The values that the viewer may see and that the sport has. */
export interface ChartDisplay {
  /** Latitude and longitude, for viewers who may see the map. */
  readonly position: boolean
  readonly speed: boolean
  readonly pace: boolean
  /** `spm`: strides per minute, twice the recorded cadence. */
  readonly cadence: 'none' | 'rpm' | 'spm'
  readonly power: boolean
  readonly elevation: boolean
  readonly hr: boolean
}

/** One point of a chart as in the response. */
export interface ChartRow {
  /** Kilometres since the start of the first segment, 2 decimals; null for recordings without distances. */
  distance: number | null
  /** Whole seconds. */
  duration: number
  /** Degrees; null for recordings without GPS, and for viewers who may not see the map. */
  latitude: number | null
  longitude: number | null
  /** `YYYY-MM-DD HH:MM:SS[.ffffff]+00:00`; null for a point without time. */
  time: string | null
  /** Metres; absent when missing or 0. */
  elevation?: number
  /** Kilometres per hour. */
  speed?: number | null
  /** Seconds per metre, 10 decimals; null at standstill. */
  pace?: number | null
  cadence?: number
  power?: number
  hr?: number
}

const PACE_DECIMALS = 10

/**
 * Chart rows of all points of `segments`. Durations count from `startedAt`, the start of the workout (microseconds), and
 * from 0 when there is only one segment. `steps` are the metres from each point's predecessor for a workout that was
 * measured by its device; without them, distances are three-dimensional, as the contract defines them.
 */
export function chartRows(
  segments: readonly StoredPoints[],
  startedAt: number,
  display: ChartDisplay,
  steps?: readonly Float64Array[],
): ChartRow[] {
  const only = segments.length === 1 ? segments[0] : undefined
  const skipped = only ? secondsBetween(startedAt, only.time[0] ?? Number.NaN) : 0
  const rows: ChartRow[] = []
  let offset = 0
  for (const [index, points] of segments.entries()) {
    const metres = metresAlong(points, steps?.[index])
    for (let i = 0; i < points.size; i++) {
      const along = metres[i] ?? Number.NaN
      const distance = Number.isNaN(along) ? null : roundHalfEven(along / METRES_PER_KM + offset, 2)
      const duration = secondsBetween(startedAt, points.time[i] ?? Number.NaN) - skipped
      rows.push(rowOf(points, i, { distance, duration }, display))
    }
    // The next segment continues from the rounded value, as required by the contract.
    offset = rows.at(-1)?.distance ?? 0
  }
  return rows
}

/** Metres at each point; NaN where there is no distance. */
function metresAlong(points: StoredPoints, steps: Float64Array | undefined): Float64Array {
  if (!steps)
    return runningDistances(points).map((metres, i) =>
      Number.isNaN(points.lat[i] ?? Number.NaN) ? Number.NaN : metres,
    )
  let sum = 0
  const metres = steps.map((step) => {
    sum += step
    return sum
  })
  return sum === 0 && !hasPositions(points) ? metres.fill(Number.NaN) : metres
}

function rowOf(
  points: StoredPoints,
  i: number,
  along: { distance: number | null; duration: number },
  display: ChartDisplay,
): ChartRow {
  const latitude = known(points.lat[i])
  const time = known(points.time[i])
  const row: ChartRow = {
    distance: along.distance,
    duration: along.duration,
    latitude: display.position ? latitude : null,
    longitude: display.position ? known(points.lon[i]) : null,
    time: time === null ? null : spacedUtcText(time),
  }
  addMovement(row, known(points.speed[i]), display)
  addReadings(row, points, i, display)
  return row
}

function addMovement(row: ChartRow, speed: number | null, display: ChartDisplay): void {
  if (display.speed) row.speed = speed
  if (display.pace) {
    row.pace = speed ? roundHalfEven(1 / (speed / KMH_PER_MS), PACE_DECIMALS) : null
  }
}

function addReadings(row: ChartRow, points: StoredPoints, i: number, display: ChartDisplay): void {
  const elevation = display.elevation ? known(points.ele[i]) : null
  const cadence = display.cadence === 'none' ? null : known(points.cadence[i])
  const power = display.power ? known(points.power[i]) : null
  const hr = display.hr ? known(points.hr[i]) : null
  if (elevation) row.elevation = elevation
  if (cadence !== null) row.cadence = display.cadence === 'spm' ? cadence * 2 : cadence
  if (power !== null) row.power = power
  if (hr !== null) row.hr = hr
}

function secondsBetween(start: number, time: number): number {
  return Math.floor(Math.abs(time - start) / MICROSECONDS) || 0
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
