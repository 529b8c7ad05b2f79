import { type Caller, hasRole } from '@/caller'
import type { AppContext } from '@/context'
import {
  type EquipmentTypeRow,
  findEquipmentType,
  listAllEquipmentTypes,
  listUsedEquipmentTypeIds,
} from '@/db/queries/equipment-types'
import { notFoundInList } from '@/errors'

export const unknownType = () => notFoundInList('equipment_types')

/** All equipment types; inactive ones, and which are in use, are for administrators. */
export async function listEquipmentTypes(ctx: AppContext, caller: Caller) {
  const types = await listAllEquipmentTypes(ctx.db)
  return withUsage(
    ctx,
    caller,
    types.filter((type) => isShown(caller, type)),
  )
}

/** @throws 404 with an empty list when there is no such type, or an inactive one for anybody but administrators. */
export async function getEquipmentType(ctx: AppContext, caller: Caller, id: number) {
  const type = await findEquipmentType(ctx.db, id)
  if (!type || !isShown(caller, type)) throw unknownType()
  return withUsage(ctx, caller, [type])
}

const isShown = (caller: Caller, { is_active }: EquipmentTypeRow) =>
  is_active === 1 || hasRole(caller, 'admin')

export async function withUsage(ctx: AppContext, caller: Caller, types: EquipmentTypeRow[]) {
  const used = hasRole(caller, 'admin') ? await listUsedEquipmentTypeIds(ctx.db) : undefined
  return types.map((type) => ({ type, hasEquipments: used?.has(type.id) }))
}
