import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { deleteEquipment, insertEquipment, type NewEquipment } from '@/db/queries/equipments'
import { transact } from '@/db/transact'
import { badRequest, forbidden, withFailureText } from '@/errors'
import { assignDefaultSports, requireDefaultSports } from './assign-default-sports'
import {
  type EquipmentInput,
  plainColumns,
  requireActiveType,
  requireLabel,
  requireType,
  typeIdIn,
} from './equipment-fields'
import { getEquipment, getEquipmentById } from './read-equipment'

/**
 * Creates a piece of equipment; `more` is what it keeps of another server, and the task that imports it.
 *
 * @throws 400 with the first problem, in the order of the contract.
 */
export function createEquipment(
  ctx: AppContext,
  caller: Caller,
  input: EquipmentInput,
  more: Partial<Pick<NewEquipment, 'short_id' | 'creation_date' | 'import_task_id'>> = {},
) {
  const { userId } = caller
  return withFailureText('Error during equipment save', () =>
    transact(ctx, async (tx) => {
      const typeId = typeIdIn(input)
      if (!input.label || typeId === undefined || typeId === null)
        throw badRequest("the 'label' and 'equipment_type_id' parameters must be provided")
      const label = await requireLabel(tx, input.label, { userId })
      const type = await requireType(tx, typeId)
      requireActiveType(type)
      const sports = await requireDefaultSports(tx, input.default_for_sport_ids, type)
      const id = await insertEquipment(tx.db, {
        short_id: tx.ids.shortId(),
        user_id: userId,
        equipment_type_id: type.id,
        label,
        creation_date: tx.clock.now(),
        ...plainColumns({ ...input, visibility: input.visibility ?? undefined }),
        ...more,
      })
      await assignDefaultSports(tx, { id, userId, type }, sports)
      return getEquipmentById(tx, id)
    }),
  )
}

/**
 * Deletes an item; its workouts stay.
 *
 * @throws 404 with an empty list; 403 when there are workouts and it is not forced.
 */
export async function removeEquipment(
  ctx: AppContext,
  caller: Caller,
  { shortId, force }: { shortId: string; force: boolean },
): Promise<void> {
  await transact(ctx, async (tx) => {
    const item = await getEquipment(tx, caller, shortId)
    if (item.total_workouts > 0 && !force)
      throw forbidden(
        "you cannot delete equipment that has workouts associated with it without 'force' parameter",
      )
    await deleteEquipment(tx.db, item.id)
  })
}
