import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { updateEquipmentType } from '@/store/db/queries/catalogue/equipment-types'
import { toSqlBool } from '@/store/db/schema/columns'
import { unknownType, withUsage } from './read-equipment-types'

/** Activates or deactivates an equipment type. @throws 404 with an empty list when there is no such type. */
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
