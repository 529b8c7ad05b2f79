import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { toSqlBool } from '@/db/columns'
import { updateEquipmentType } from '@/db/queries/equipment-types'
import { transact } from '@/db/transact'
import { unknownType, withUsage } from './read-equipment-types'

/** @throws 404 with an empty list when there is no such type. */
export async function editEquipmentType(
  ctx: AppContext,
  caller: Caller,
  change: { id: number; is_active: boolean },
) {
  const isActive = toSqlBool(change.is_active)
  const type = await transact(ctx, ({ db }) =>
    updateEquipmentType(db, change.id, { is_active: isActive }),
  )
  if (!type) throw unknownType()
  return withUsage(ctx, caller, [type])
}
