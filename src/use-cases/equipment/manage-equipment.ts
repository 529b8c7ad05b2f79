import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  deleteEquipment,
  type EquipmentView,
  findOwnEquipment,
  insertEquipment,
  listEquipmentsOf,
  loadEquipments,
  recomputeTotals,
} from '@/db/queries/equipments'
import { transact } from '@/db/transact'
import { badRequest, forbidden, invalidPayload, notFoundInList, withFailureText } from '@/errors'
import { parseWholeNumber } from '@/lib/whole-number'
import { assignDefaultSports, requireDefaultSports } from './assign-default-sports'
import {
  type EquipmentInput,
  plainColumns,
  requireActiveType,
  requireLabel,
  requireType,
  typeIdIn,
} from './equipment-fields'

type Reader = Pick<AppContext, 'db'>

/** What the contract says when an item cannot be changed for a reason of ours. */
export const UPDATE_FAILED = 'Error during equipment update'

/** The caller's items, of one type when its id is given as text. @throws 400 for an id that is no number. */
export async function getEquipments(ctx: AppContext, caller: Caller, typeId: string | undefined) {
  if (!typeId) return listEquipmentsOf(ctx.db, caller.userId)
  const id = parseWholeNumber(typeId)
  if (id === undefined) throw invalidPayload()
  return listEquipmentsOf(ctx.db, caller.userId, id)
}

/** One of the caller's items. @throws 404 with an empty list. */
export async function getEquipment(
  ctx: Reader,
  caller: Caller,
  shortId: string,
): Promise<EquipmentView> {
  const item = await findOwnEquipment(ctx.db, caller.userId, shortId)
  if (!item) throw notFoundInList('equipments')
  return item
}

/** Makes an item. @throws 400 with the first problem, in the order of the contract. */
export function createEquipment(ctx: AppContext, caller: Caller, input: EquipmentInput) {
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
        ...plainColumns(input),
      })
      await assignDefaultSports(tx, { id, userId, type }, sports)
      return reload(tx, id)
    }),
  )
}

/** Sums up an item's workouts afresh. @throws 404 with an empty list. */
export function refreshEquipment(ctx: AppContext, caller: Caller, shortId: string) {
  return withFailureText(UPDATE_FAILED, () =>
    transact(ctx, async (tx) => {
      const { id } = await getEquipment(tx, caller, shortId)
      await recomputeTotals(tx.db, id)
      return reload(tx, id)
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

/** The item as it is now, with its type and default sports. */
export async function reload(ctx: Reader, id: number): Promise<EquipmentView> {
  const item = (await loadEquipments(ctx.db, [id])).get(id)
  if (!item) throw new Error(`no equipment ${id}`)
  return item
}
