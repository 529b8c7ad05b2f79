import type { AppContext } from '@/context'
import {
  attachEquipments,
  detachEquipments,
  type EquipmentView,
  loadWorkoutEquipments,
} from '@/db/queries/equipments'
import {
  findWorkout,
  updateWorkout,
  type WorkoutChanges,
  type WorkoutRow,
} from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { notFoundInList } from '@/errors'
import { rebuildRecords } from '@/use-cases/records/rebuild-records'
import type { MeasuredTrack } from '@/workers/track-job'
import { replaceSegments } from './remeasure'

/** What becomes of a workout. */
export interface Change {
  columns: WorkoutChanges
  /** Its recording, read again. */
  track?: MeasuredTrack | undefined
  /** What of the attached equipment stays; all of it when absent. */
  keeps?: ((item: EquipmentView) => boolean) | undefined
  /** Equipment in place of what is attached. */
  equipments?: readonly EquipmentView[] | undefined
}

/**
 * Changes a workout and brings records and equipment totals up to date, all at once.
 *
 * @throws 404 when it is gone by now.
 */
export function changeWorkout(
  ctx: AppContext,
  { short_id }: WorkoutRow,
  { columns, track, keeps = () => true, equipments }: Change,
): Promise<WorkoutRow> {
  return transact(ctx, async (tx) => {
    const former = await findWorkout(tx.db, short_id)
    if (!former) throw notFoundInList('workouts')
    const attached = (await loadWorkoutEquipments(tx.db, [former.id])).get(former.id) ?? []
    await detachEquipments(tx.db, former)
    const workout = await updateWorkout(tx.db, former.id, {
      ...columns,
      modification_date: tx.clock.now(),
    })
    if (track) await replaceSegments(tx, workout, track)
    const items = equipments ?? attached.filter(keeps)
    await attachEquipments(
      tx.db,
      workout,
      items.map(({ id }) => id),
    )
    for (const sportId of new Set([former.sport_id, workout.sport_id]))
      await rebuildRecords(tx, { userId: workout.user_id, sportId })
    return workout
  })
}
