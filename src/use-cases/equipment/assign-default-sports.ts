import type { AppContext } from '@/context'
import {
  countOtherDefaults,
  deleteOtherDefaults,
  insertDefaultLinks,
  keepDefaultSports,
  type OtherDefaults,
} from '@/db/queries/default-equipments'
import type { EquipmentTypeRow } from '@/db/queries/equipment-types'
import { listAllSports, type SportRow, saveSportPreference } from '@/db/queries/sports'
import type { InTransaction } from '@/db/transact'
import { badRequest, badRequestAs, invalidPayload } from '@/errors'
import { integerIn } from '@/lib/decimal'
import { equipmentSuits, MISC, MOST_MISC, TOO_MANY_MISC } from '@/policy/equipment'

type Reader = Pick<AppContext, 'db'>

/**
 * The sports behind a payload's `default_for_sport_ids`, each once, in its order.
 *
 * @throws 400 with the text for the first that does not exist or does not go with the type.
 */
export async function requireDefaultSports(
  ctx: Reader,
  ids: unknown,
  type: EquipmentTypeRow,
): Promise<SportRow[]> {
  if (ids === undefined || ids === null) return []
  if (!Array.isArray(ids) || ids.some((id) => typeof id === 'object')) throw invalidPayload()
  const sports = new Map((await listAllSports(ctx.db)).map((sport) => [sport.id, sport]))
  return [...new Set(ids.map((id) => integerIn(id) ?? id))].map((id) => {
    const sport = sports.get(id)
    if (!sport) throw badRequest(`sport (id ${id}) does not exist`)
    if (!equipmentSuits(type.id, sport.id))
      throw badRequest(`invalid sport '${sport.label}' for equipment type '${type.label}'`)
    return sport
  })
}

/** A piece of equipment to be made a default. */
export interface DefaultItem {
  id: number
  userId: number
  type: EquipmentTypeRow
}

/**
 * Makes an item the default for exactly these sports. It replaces another item of its type; Misc items are added to the
 * others.
 *
 * @throws 400 with the sports that have as many Misc items as a sport may have.
 */
export async function assignDefaultSports(
  tx: InTransaction<Reader>,
  { id, userId, type }: DefaultItem,
  sports: readonly SportRow[],
): Promise<void> {
  const sportIds = sports.map((sport) => sport.id)
  const others = { userId, typeId: type.id, sportIds, exceptId: id }
  if (type.label === MISC) await requireRoomForMisc(tx, others)
  else await deleteOtherDefaults(tx.db, others)
  await keepDefaultSports(tx.db, id, sportIds)
  for (const sport of sports) await saveSportPreference(tx.db, { userId, sport }, {})
  await insertDefaultLinks(
    tx.db,
    userId,
    sportIds.map((sport_id) => ({ sport_id, equipment_id: id })),
  )
}

async function requireRoomForMisc(ctx: Reader, others: OtherDefaults): Promise<void> {
  const counts = await countOtherDefaults(ctx.db, others)
  const full = others.sportIds.filter((id) => (counts.get(id) ?? 0) >= MOST_MISC)
  if (full.length > 0) throw badRequestAs('limit_exceeded', TOO_MANY_MISC, { sport_ids: full })
}
