import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  type EquipmentTypeRow,
  findEquipmentType,
  listAllEquipmentTypes,
  listUsedEquipmentTypeIds,
} from '@/db/queries/equipment-types'
import { notFoundInList } from '@/errors'
import { canSeeEquipmentType } from '@/policy/equipment'
import { canSeeUsage } from '@/policy/instance'

export const unknownType = () => notFoundInList('equipment_types')

/** All equipment types; inactive ones, and which are in use, are for administrators. */
export async function listEquipmentTypes(ctx: AppContext, caller: Caller) {
  const types = await listAllEquipmentTypes(ctx.db)
  return withUsage(
    ctx,
    caller,
    types.filter((type) => canSeeEquipmentType(caller, type)),
  )
}

/** @throws 404 with an empty list when there is no such type, or an inactive one for anybody but administrators. */
export async function getEquipmentType(ctx: AppContext, caller: Caller, id: number) {
  const type = await findEquipmentType(ctx.db, id)
  if (!type || !canSeeEquipmentType(caller, type)) throw unknownType()
  return withUsage(ctx, caller, [type])
}

export async function withUsage(ctx: AppContext, caller: Caller, types: EquipmentTypeRow[]) {
  const used = canSeeUsage(caller) ? await listUsedEquipmentTypeIds(ctx.db) : undefined
  return types.map((type) => ({ type, hasEquipments: used?.has(type.id) }))
}
