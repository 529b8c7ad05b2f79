import { type MultiLineString, multiLineString } from '@/domain/tracks/geometry/geojson'
import { hasPositions } from '@/domain/tracks/geometry/placed-line'
import { simplify } from '@/domain/tracks/geometry/simplify'
import { decodePositions } from '@/domain/tracks/streams/points-blob'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { metricColumns } from '@/services/recordings/recorded-columns'
import type { Recording } from '@/services/workers/recording'
import { loadPermissions, requireOwnWorkout } from '@/use-cases/views/workout'
import { measureSecondPart, planEdits } from './edit-recording'
import type { EditRequest } from './edit-request'

/** Metres by which the previewed line may differ from the recorded one. */
const TOLERANCE = 3

/**
 * Measures the recording of one of the caller's workouts with further edits, without storing anything. `other` is the
 * second part of a split.
 *
 * @throws as `editRecording`
 */
export async function previewEdits(
  ctx: AppContext,
  caller: Caller,
  { shortId, edits: requested }: { shortId: string; edits: readonly EditRequest[] },
) {
  const workout = await requireOwnWorkout(ctx, caller, shortId)
  const { edits, recording, removed } = await planEdits(ctx, workout, requested)
  const other = await measureSecondPart(ctx, workout, edits)
  return {
    permissions: await loadPermissions(ctx, caller, workout),
    before: workout,
    after: metricColumns(recording.metrics),
    other: other && metricColumns(other.metrics),
    removed,
    line: lineOf(recording),
  }
}

/** The simplified line of a recording; null without positions. */
function lineOf({ segments, withGps }: Recording): MultiLineString | null {
  if (!withGps) return null
  const lines = segments.map(({ points }) => decodePositions(points)).filter(hasPositions)
  const { type, coordinates } = multiLineString(lines)
  return { type, coordinates: coordinates.map(simplified) }
}

function simplified(positions: MultiLineString['coordinates'][number]) {
  const { lat, lon } = simplify(
    {
      lat: Float64Array.from(positions, ([, degrees]) => degrees),
      lon: Float64Array.from(positions, ([degrees]) => degrees),
    },
    TOLERANCE,
  )
  return Array.from(lat, (degrees, i): [number, number] => [lon[i] ?? 0, degrees])
}
