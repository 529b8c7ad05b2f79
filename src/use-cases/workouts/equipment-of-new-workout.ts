import type { AppContext } from '@/context'
import { type EquipmentView, loadDefaultEquipments } from '@/db/queries/equipments'
import type { SportRow } from '@/db/queries/sports'
import { requireEquipments } from '@/use-cases/equipment/choose-equipment'

/**
 * The equipment of a new workout: what the payload lists, or else the user's active defaults for the sport.
 *
 * @throws 400 for equipment that cannot be used.
 */
export async function equipmentsForNew(
  ctx: Pick<AppContext, 'db'>,
  userId: number,
  choice: { sport: SportRow; ids: unknown },
): Promise<EquipmentView[]> {
  const { sport, ids } = choice
  if (ids !== undefined && ids !== null)
    return requireEquipments(ctx, ids, { userId, sport, attached: new Set() })
  const defaults = (await loadDefaultEquipments(ctx.db, userId)).get(sport.id) ?? []
  return defaults.filter(({ is_active }) => is_active === 1)
}
