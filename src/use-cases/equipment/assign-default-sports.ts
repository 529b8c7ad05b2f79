import { badRequest, badRequestAs, invalidPayload } from '@/lib/errors'
import { readInteger } from '@/lib/text/decimal'
import { equipmentSuits, MAX_MISC, MISC, TOO_MANY_MISC } from '@/policy/equipment'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  countOtherDefaults,
  deleteOtherDefaults,
  insertDefaultLinks,
  type OtherDefaults,
  retainDefaultSports,
} from '@/store/db/queries/catalogue/default-equipments'
import type { EquipmentTypeRow } from '@/store/db/queries/catalogue/equipment-types'
import {
  listAllSports,
  type SportRow,
  saveSportPreference,
} from '@/store/db/queries/catalogue/sports'

type Deps = Pick<AppContext, 'db'>

/**
 * Returns the sports of a `default_for_sport_ids` field, without duplicates, in their order.
 *
 * @throws 400 for the first sport that does not exist or does not suit the equipment type.
 */
export async function requireDefaultSports(
  ctx: Deps,
  ids: unknown,
  type: EquipmentTypeRow,
): Promise<SportRow[]> {
  if (ids === undefined || ids === null) return []
  if (!Array.isArray(ids) || ids.some((id) => typeof id === 'object'))
    throw invalidPayload('default_for_sport_ids')
  const sports = new Map((await listAllSports(ctx.db)).map((sport) => [sport.id, sport]))
  return [...new Set(ids.map((id) => readInteger(id) ?? id))].map((id) => {
    const sport = sports.get(id)
    if (!sport) throw badRequest(`sport (id ${id}) does not exist`)
    if (!equipmentSuits(type.id, sport.id))
      throw badRequest(`invalid sport '${sport.label}' for equipment type '${type.label}'`)
    return sport
  })
}

/** Equipment that becomes the default for some sports. */
export interface DefaultItem {
  id: number
  userId: number
  type: EquipmentTypeRow
}

/**
 * Sets the sports for which an item is the default. Replaces other default items of its type, except that a sport may
 * have several Misc items.
 *
 * @throws 400 listing the sports that already have the maximum number of Misc items.
 */
export async function assignDefaultSports(
  tx: InTransaction<Deps>,
  { id, userId, type }: DefaultItem,
  sports: readonly SportRow[],
): Promise<void> {
  const sportIds = sports.map((sport) => sport.id)
  const others = { userId, typeId: type.id, sportIds, exceptId: id }
  if (type.label === MISC) await requireMiscWithinLimit(tx, others)
  else await deleteOtherDefaults(tx.db, others)
  await retainDefaultSports(tx.db, id, sportIds)
  for (const sport of sports) await saveSportPreference(tx.db, { userId, sport }, {})
  await insertDefaultLinks(
    tx.db,
    userId,
    sportIds.map((sport_id) => ({ sport_id, equipment_id: id })),
  )
}

async function requireMiscWithinLimit(ctx: Deps, others: OtherDefaults): Promise<void> {
  const counts = await countOtherDefaults(ctx.db, others)
  const full = others.sportIds.filter((id) => (counts.get(id) ?? 0) >= MAX_MISC)
  if (full.length > 0) throw badRequestAs('limit_exceeded', TOO_MANY_MISC, { sport_ids: full })
}
