import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  type EquipmentView,
  findOwnEquipment,
  listEquipmentsOf,
  loadEquipments,
} from '@/db/queries/equipments'
import { invalidPayload, notFoundInList } from '@/errors'
import { parseWholeNumber } from '@/lib/decimal'

type Reader = Pick<AppContext, 'db'>

/** The caller's items, of one type when its id is given as text. @throws 400 for an id that is no number. */
export async function listEquipment(ctx: AppContext, caller: Caller, typeId: string | undefined) {
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

/** The item as it is now, with its type and default sports. */
export async function getEquipmentById(ctx: Reader, id: number): Promise<EquipmentView> {
  const item = (await loadEquipments(ctx.db, [id])).get(id)
  if (!item) throw new Error(`no equipment ${id}`)
  return item
}
