import { invalidPayload, notFoundInList } from '@/lib/errors'
import { parseWholeNumber } from '@/lib/text/decimal'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import {
  type EquipmentView,
  findOwnEquipment,
  listEquipmentsOf,
  loadEquipments,
} from '@/store/db/queries/catalogue/equipments'

type Deps = Pick<AppContext, 'db'>

/** Returns the caller's equipment, or only that of one type. @throws 400 when the type id is not a whole number. */
export async function listEquipment(ctx: AppContext, caller: Caller, typeId: string | undefined) {
  if (!typeId) return listEquipmentsOf(ctx.db, caller.userId)
  const id = parseWholeNumber(typeId)
  if (id === undefined) throw invalidPayload()
  return listEquipmentsOf(ctx.db, caller.userId, id)
}

/** Returns one of the caller's items. @throws 404 with an empty list. */
export async function getEquipment(
  ctx: Deps,
  caller: Caller,
  shortId: string,
): Promise<EquipmentView> {
  const item = await findOwnEquipment(ctx.db, caller.userId, shortId)
  if (!item) throw notFoundInList('equipments')
  return item
}

/** Returns an item with its type and default sports. */
export async function getEquipmentById(ctx: Deps, id: number): Promise<EquipmentView> {
  const item = (await loadEquipments(ctx.db, [id])).get(id)
  if (!item) throw new Error(`no equipment ${id}`)
  return item
}
