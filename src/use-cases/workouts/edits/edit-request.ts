import { MAX_EDITS, type TrackEdit, type TrackEdits } from '@/domain/tracks/edits/track-edit'
import { badRequest, invalidPayload } from '@/lib/errors'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { speedLimitsOf } from '@/use-cases/workouts/measure/locomotion'
import { editsOf } from '@/use-cases/workouts/measure/remeasure'

/** A requested edit. Times are ISO 8601 with an offset, as charts have them. */
export interface EditRequest {
  kind: TrackEdit['kind']
  from?: string | null
  to?: string | null
  at?: string | null
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/** Converts a requested edit. @throws 400 when a time is missing, malformed or in the wrong order. */
export function parseEdit(
  request: EditRequest,
  { sport_id }: Pick<WorkoutRow, 'sport_id'>,
): TrackEdit {
  if (request.kind === 'spikes')
    return { kind: 'spikes', max_speed: speedLimitsOf(sport_id).momentary }
  if (request.kind === 'split')
    return { kind: 'split', at: requireInstant(request.at), keeps: 'before' }
  if (request.kind === 'remove') {
    const [from, to] = [requireInstant(request.from), requireInstant(request.to)]
    return requireOrder({ kind: 'remove' as const, from, to })
  }
  const [from, to] = [request.from, request.to].map((text) =>
    text === undefined || text === null ? null : requireInstant(text),
  )
  if (from === null && to === null) throw invalidPayload()
  return requireOrder({ kind: 'trim' as const, from: from ?? null, to: to ?? null })
}

function requireInstant(text: string | null | undefined): number {
  const instant = text && INSTANT.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  if (Number.isNaN(instant)) throw invalidPayload()
  return instant
}

function requireOrder<Edit extends { from: number | null; to: number | null }>(edit: Edit): Edit {
  if (edit.from !== null && edit.to !== null && edit.from > edit.to) throw invalidPayload()
  return edit
}

/** The edits of a workout with further ones. @throws 400 when there are too many. */
export function addToEdits(workout: WorkoutRow, added: readonly TrackEdit[]): TrackEdits {
  const base = editsOf(workout) ?? {
    start: workout.workout_date,
    duration: workout.duration,
    list: [],
  }
  const list = [...base.list, ...added]
  if (list.length > MAX_EDITS)
    throw badRequest(`a recording can have up to ${MAX_EDITS} edits: undo some of them first`)
  return { ...base, list }
}

/** @throws 400 when an edit removed nothing; `removedByEdit` are the numbers of removed points or values. */
export function requireEffect(removedByEdit: readonly number[]): void {
  if (removedByEdit.some((removed) => removed === 0))
    throw badRequest(
      'the edit changes nothing: it is outside of the recording, or there are no spikes',
    )
}
