import type { Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SqlBool } from '@/store/db/schema/columns'
import type { EquipmentTypesTable } from '@/store/db/schema/tables.gen'

export type EquipmentTypeRow = Selectable<EquipmentTypesTable>

/** All equipment types, ordered by id. */
export const listAllEquipmentTypes = (db: Db): Promise<EquipmentTypeRow[]> =>
  db.selectFrom('equipment_types').selectAll().orderBy('id').execute()

export const findEquipmentType = (db: Db, id: number): Promise<EquipmentTypeRow | undefined> =>
  db.selectFrom('equipment_types').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the changed type, or undefined if the id is unknown. */
export const updateEquipmentType = (db: Tx, id: number, changes: { is_active: SqlBool }) =>
  db
    .updateTable('equipment_types')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Ids of the types that are in use by any user's equipment. */
export async function listUsedEquipmentTypeIds(db: Db): Promise<Set<number>> {
  const rows = await db
    .selectFrom('equipment_types')
    .select('id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('equipments')
          .select('equipments.id')
          .whereRef('equipment_type_id', '=', 'equipment_types.id'),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
