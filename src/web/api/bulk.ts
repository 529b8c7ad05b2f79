import { api, dataOf } from './client'
import { deleteWorkout, editWorkout, type Workout } from './workouts'

/** What is done to each of several workouts. */
export type BulkChange =
  | { kind: 'delete' }
  | { kind: 'sport'; sport: number }
  | { kind: 'visibility'; level: Workout['workout_visibility'] }
  | { kind: 'equipment'; way: 'add' | 'remove'; ids: readonly string[] }

/** Changes one workout as all that are selected. @throws ApiError with the server's reason why this one stays as it is */
export async function changeOne(id: string, change: BulkChange): Promise<void> {
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
  { way, ids }: Extract<BulkChange, { kind: 'equipment' }>,
): Promise<void> {
  const { workouts } = (await dataOf(api.workouts({ workout_short_id: id }).get())).data
  // The equipment of an own workout has ids; that of others may come without.
  const pieces = workouts[0]?.equipments ?? []
  const before = new Set(pieces.flatMap((piece) => ('id' in piece ? [piece.id] : [])))
  const after = way === 'add' ? before.union(new Set(ids)) : before.difference(new Set(ids))
  if (after.symmetricDifference(before).size > 0)
    await editWorkout(id, { equipment_ids: [...after] })
}
