import type { Measurements } from '@/domain/reference/measurements'
import { cleanElevations } from '@/domain/tracks/metrics/elevation'
import { validSegments } from '@/domain/tracks/metrics/validate'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import type { Segment, Track } from '@/domain/tracks/track'
import type { ElevationSource } from '@/store/db/schema/columns'
import type { ElevationPlan } from './plan'
import { reuseElevations } from './reuse'
import { type ElevationAccess, fetchElevations, type ServiceSource } from './services'

/** Elevations that replace those of a recording. */
export interface ChosenElevations {
  source: ElevationSource
  /** One column for each valid segment. Undefined when the elevations of the file are used. */
  columns?: Float64Array[]
  /** Number of points for which no stored elevation was found. */
  unmatched: number
}

const FROM_FILE: ChosenElevations = { source: 'file', unmatched: 0 }

/**
 * Determines the elevations of a recording according to a plan. Recordings without positions always use their own.
 *
 * @throws ElevationServiceError when a service fails.
 * @throws TrackError when the recording has no valid segments.
 */
export async function chooseElevations(
  track: Track,
  plan: ElevationPlan,
  { measurements, ...access }: ElevationAccess & { measurements?: Measurements | undefined },
): Promise<ChosenElevations> {
  if (plan.use === 'file' || track.withoutGps) return FROM_FILE
  const segments = validSegments(track, measurements)
  if (plan.use === 'stored') {
    return { source: plan.source, ...reuseElevations(plan.points.map(decodePoints), segments) }
  }
  if (plan.whenMissing && !segments.some(lacksElevation)) return FROM_FILE
  const columns = await fetchAll(segments, plan.source, access)
  if (access.tiles !== undefined && !isGain(columns, segments, plan)) return FROM_FILE
  return { source: plan.source, columns, unmatched: 0 }
}

const lacksElevation = ({ ele }: Segment) => ele.some(Number.isNaN)

/**
 * Whether tiles have more elevations than the file, because tiles do not cover all places. If the user chose tiles
 * explicitly, any elevation from them counts.
 */
function isGain(
  columns: readonly Float64Array[],
  segments: readonly Segment[],
  { whenMissing }: { whenMissing: boolean },
): boolean {
  const points = segments.reduce((sum, { size }) => sum + size, 0)
  const missing = countMissing(columns)
  if (!whenMissing) return missing < points
  return missing < countMissing(segments.map(({ ele }) => ele))
}

const countMissing = (columns: readonly Float64Array[]): number =>
  columns.reduce((sum, column) => sum + column.filter(Number.isNaN).length, 0)

/** Looks up one segment after another, to avoid flooding the service. */
async function fetchAll(
  segments: readonly Segment[],
  source: ServiceSource,
  access: ElevationAccess,
): Promise<Float64Array[]> {
  const columns: Float64Array[] = []
  for (const segment of segments) columns.push(await fetchPlaced(segment, source, access))
  return columns
}

/** Points without a position keep the elevation of the file. */
async function fetchPlaced(
  segment: Segment,
  source: ServiceSource,
  access: ElevationAccess,
): Promise<Float64Array> {
  const isPlaced = (_: number, i: number) => !Number.isNaN(segment.lat[i] ?? Number.NaN)
  const [lat, lon] = [segment.lat.filter(isPlaced), segment.lon.filter(isPlaced)]
  if (lat.length === segment.size) return fetchElevations(segment, source, access)
  const fetched = lat.length > 0 ? await fetchElevations({ lat, lon }, source, access) : lat
  const column = cleanElevations(segment.ele)
  let next = 0
  for (let i = 0; i < segment.size; i++) {
    if (!isPlaced(0, i)) continue
    column[i] = fetched[next] ?? Number.NaN
    next += 1
  }
  return column
}
