import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { anyOf } from '@/store/db/sql'

/** Adds default equipment; existing defaults are not changed. The preference rows must exist. */
export async function insertDefaultLinks(
  db: Tx,
  userId: number,
  links: readonly { sport_id: number; equipment_id: number }[],
): Promise<void> {
  if (links.length === 0) return
  await db
    .insertInto('default_equipments')
    .values(links.map((link) => ({ user_id: userId, ...link })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes an item from the defaults of all sports but these. */
export const retainDefaultSports = (db: Tx, equipmentId: number, sportIds: readonly number[]) =>
  db
    .deleteFrom('default_equipments')
    .where('equipment_id', '=', equipmentId)
    .where('sport_id', 'not in', anyOf(sportIds))
    .execute()

/** Removes all items but these from a user's defaults for a sport. */
export const retainDefaultItems = (
  db: Tx,
  key: { userId: number; sportId: number },
  equipmentIds: readonly number[],
) =>
  db
    .deleteFrom('default_equipments')
    .where('user_id', '=', key.userId)
    .where('sport_id', '=', key.sportId)
    .where('equipment_id', 'not in', anyOf(equipmentIds))
    .execute()

/** Other items of a user and type that are defaults for any of these sports. */
export interface OtherDefaults {
  userId: number
  typeId: number
  sportIds: readonly number[]
  /** The item that is not counted. */
  exceptId: number
}

/** Number of other items of the type among the defaults of each sport, by sport id. */
export async function countOtherDefaults(
  db: Db,
  { userId, typeId, sportIds, exceptId }: OtherDefaults,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('default_equipments')
    .innerJoin('equipments', 'equipments.id', 'default_equipments.equipment_id')
    .select((eb) => ['sport_id', eb.fn.countAll<number>().as('count')])
    .where('default_equipments.user_id', '=', userId)
    .where('sport_id', 'in', anyOf(sportIds))
    .where('equipment_type_id', '=', typeId)
    .where('equipments.id', '!=', exceptId)
    .groupBy('sport_id')
    .execute()
  return new Map(rows.map(({ sport_id, count }) => [sport_id, count]))
}

/** Removes the other items of the type from the defaults of the sports. */
export const deleteOtherDefaults = (
  db: Tx,
  { userId, typeId, sportIds, exceptId }: OtherDefaults,
) =>
  db
    .deleteFrom('default_equipments')
    .where('user_id', '=', userId)
    .where('sport_id', 'in', anyOf(sportIds))
    .where('equipment_id', 'in', (eb) =>
      eb
        .selectFrom('equipments')
        .select('equipments.id')
        .where('equipments.user_id', '=', userId)
        .where('equipment_type_id', '=', typeId)
        .where('equipments.id', '!=', exceptId),
    )
    .execute()
