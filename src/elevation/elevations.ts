import type { ElevationSource } from '@/db/columns'
import { validSegments } from '@/tracks/metrics/validate'
import { decodePoints } from '@/tracks/streams/points-blob'
import type { Segment, Track } from '@/tracks/track'
import type { ElevationPlan } from './plan'
import { reuseElevations } from './reuse'
import { type ElevationAccess, lookUpElevations, type ServiceSource } from './services'

/** Elevations that take the place of a recording's own. */
export interface ChosenElevations {
  source: ElevationSource
  /** One column for each valid segment; absent: the file's own are kept. */
  columns?: Float64Array[]
  /** Points that were to get a stored elevation, but are not among the stored ones. */
  unmatched: number
}

const FROM_FILE: ChosenElevations = { source: 'file', unmatched: 0 }

/**
 * Gets the elevations of a recording as planned; recordings without positions keep their own.
 *
 * @throws ElevationServiceError when a service that has to be asked fails.
 * @throws TrackError when the recording has no valid segments.
 */
export async function chooseElevations(
  track: Track,
  plan: ElevationPlan,
  access: ElevationAccess,
): Promise<ChosenElevations> {
  if (plan.use === 'file' || track.withoutGps) return FROM_FILE
  const segments = validSegments(track)
  if (plan.use === 'stored') {
    return { source: plan.source, ...reuseElevations(plan.points.map(decodePoints), segments) }
  }
  if (plan.whenMissing && !segments.some(lacksElevation)) return FROM_FILE
  const columns = await lookUpAll(segments, plan.source, access)
  if (access.tiles !== undefined && !isGain(columns, segments, plan)) return FROM_FILE
  return { source: plan.source, columns, unmatched: 0 }
}

const lacksElevation = ({ ele }: Segment) => ele.some(Number.isNaN)

/**
 * Whether what tiles know is worth more than the file: there are places of which they know nothing. Who chose them gets
 * what they know.
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

/** One segment after the other: a service is not to be flooded. */
async function lookUpAll(
  segments: readonly Segment[],
  source: ServiceSource,
  access: ElevationAccess,
): Promise<Float64Array[]> {
  const columns: Float64Array[] = []
  for (const segment of segments) columns.push(await lookUpElevations(segment, source, access))
  return columns
}
