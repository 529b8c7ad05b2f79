import type { Caller } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
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
  const type = await transact(ctx, async (tx) => {
    const changed = await updateEquipmentType(tx.db, change.id, { is_active: isActive })
    if (!changed) throw unknownType()
    await recordAudit(tx, caller, 'equipment_type_changed', {
      details: { type: changed.label, is_active: change.is_active },
    })
    return changed
  })
  return withUsage(ctx, caller, [type])
}
