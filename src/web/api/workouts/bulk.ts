import { api, unwrap } from '@/web/api/client/client'
import { deleteWorkout, editWorkout, type Workout } from './workouts'

/** A change to apply to each of several workouts. */
export type BulkChange =
  | { kind: 'delete' }
  | { kind: 'sport'; sport: number }
  | { kind: 'visibility'; level: Workout['workout_visibility'] }
  | { kind: 'equipment'; operation: 'add' | 'remove'; ids: readonly string[] }

/**
 * Applies a bulk change to one workout.
 * @throws ApiError with the reason why the server rejected the change
 */
export async function applyChange(id: string, change: BulkChange): Promise<void> {
  switch (change.kind) {
    case 'delete':
      return deleteWorkout(id)
    case 'sport':
      return editWorkout(id, { sport_id: change.sport })
    case 'visibility':
      return editWorkout(id, { workout_visibility: change.level })
    case 'equipment':
      return changeEquipment(id, change)
  }
}

async function changeEquipment(
  id: string,
  { operation, ids }: Extract<BulkChange, { kind: 'equipment' }>,
): Promise<void> {
  const { workouts } = (await unwrap(api.workouts({ workout_short_id: id }).get())).data
  // Equipment has ids in the user's own workouts; in those of other users the ids may be missing.
  const pieces = workouts[0]?.equipments ?? []
  const before = new Set(pieces.flatMap((piece) => ('id' in piece ? [piece.id] : [])))
  const after = operation === 'add' ? before.union(new Set(ids)) : before.difference(new Set(ids))
  if (after.symmetricDifference(before).size > 0)
    await editWorkout(id, { equipment_ids: [...after] })
}
