import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import { type MultiLineString, multiLineString } from '@/domain/tracks/geometry/geojson'
import { hasPositions } from '@/domain/tracks/geometry/placed-line'
import { simplify } from '@/domain/tracks/geometry/simplify'
import { decodePositions } from '@/domain/tracks/streams/points-blob'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { metricColumns } from '@/services/recordings/recorded-columns'
import type { Recording } from '@/services/workers/recording'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { loadPermissions, requireOwnWorkout } from '@/use-cases/views/workout'
import { measureEdited } from './edit-recording'
import { addToEdits, type EditRequest, parseEdit, requireEffect } from './edit-request'

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
  const added = requested.map((each) => parseEdit(each, workout))
  const edits = addToEdits(workout, added)
  const recording = await measureEdited(ctx, workout, edits)
  requireEffect(recording.removedByEdit, added.length)
  const other = await previewOtherPart(ctx, workout, edits)
  return {
    permissions: await loadPermissions(ctx, caller, workout),
    before: workout,
    after: metricColumns(recording.metrics),
    other: other && metricColumns(other.metrics),
    removed: recording.removedByEdit.slice(-added.length),
    line: lineOf(recording),
  }
}

/** Measures the second part, if the last edit is a split. */
async function previewOtherPart(
  ctx: AppContext,
  workout: WorkoutRow,
  { list, ...edits }: TrackEdits,
): Promise<Recording | undefined> {
  const last = list.at(-1)
  if (last?.kind !== 'split') return undefined
  return measureEdited(ctx, workout, {
    ...edits,
    list: [...list.slice(0, -1), { ...last, keeps: 'after' }],
  })
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
