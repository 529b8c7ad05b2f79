import { badRequest, forbidden, withErrorMessage } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deleteEquipment,
  insertEquipment,
  type NewEquipment,
} from '@/store/db/queries/catalogue/equipments'
import { assignDefaultSports, requireDefaultSports } from './assign-default-sports'
import {
  type EquipmentInput,
  readPlainColumns,
  readTypeId,
  requireActiveType,
  requireLabel,
  requireType,
} from './equipment-fields'
import { getEquipment, getEquipmentById } from './read-equipment'

/**
 * Creates a piece of equipment. `more` has the values of imported equipment: its id and date on the source server, and
 * the import task.
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
  return withErrorMessage('Error during equipment save', () =>
    transact(ctx, async (tx) => {
      const typeId = readTypeId(input)
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
        ...readPlainColumns({ ...input, visibility: input.visibility ?? undefined }),
        ...more,
      })
      await assignDefaultSports(tx, { id, userId, type }, sports)
      return getEquipmentById(tx, id)
    }),
  )
}

/**
 * Deletes an item but not its workouts.
 *
 * @throws 404 with an empty list; 403 when it has workouts and `force` is not set.
 */
export async function deleteOwnEquipment(
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
