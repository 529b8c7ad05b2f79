import { notFoundInList } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { canSeeEquipmentType } from '@/policy/equipment'
import { canSeeUsage } from '@/policy/instance'
import type { AppContext } from '@/services/context'
import {
  type EquipmentTypeRow,
  findEquipmentType,
  listAllEquipmentTypes,
  listUsedEquipmentTypeIds,
} from '@/store/db/queries/catalogue/equipment-types'

export const unknownType = () => notFoundInList('equipment_types')

/** Returns all equipment types. Only administrators see inactive types, and which ones are in use. */
export async function listEquipmentTypes(ctx: AppContext, caller: Caller) {
  const types = await listAllEquipmentTypes(ctx.db)
  return withUsage(
    ctx,
    caller,
    types.filter((type) => canSeeEquipmentType(caller, type)),
  )
}

/**
 * Returns an equipment type.
 *
 * @throws 404 with an empty list when there is no such type, or it is inactive and the caller is not an administrator.
 */
export async function getEquipmentType(ctx: AppContext, caller: Caller, id: number) {
  const type = await findEquipmentType(ctx.db, id)
  if (!type || !canSeeEquipmentType(caller, type)) throw unknownType()
  return withUsage(ctx, caller, [type])
}

export async function withUsage(ctx: AppContext, caller: Caller, types: EquipmentTypeRow[]) {
  const used = canSeeUsage(caller) ? await listUsedEquipmentTypeIds(ctx.db) : undefined
  return types.map((type) => ({ type, hasEquipments: used?.has(type.id) }))
}
