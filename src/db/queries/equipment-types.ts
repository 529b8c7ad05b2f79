import type { Selectable } from 'kysely'
import type { SqlBool } from '@/db/columns'
import type { Db } from '@/db/open'
import type { EquipmentTypesTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export type EquipmentTypeRow = Selectable<EquipmentTypesTable>

/** All equipment types in the order of their ids. */
export const listAllEquipmentTypes = (db: Db): Promise<EquipmentTypeRow[]> =>
  db.selectFrom('equipment_types').selectAll().orderBy('id').execute()

export const findEquipmentType = (db: Db, id: number): Promise<EquipmentTypeRow | undefined> =>
  db.selectFrom('equipment_types').selectAll().where('id', '=', id).executeTakeFirst()

/** The changed type, or undefined when there is none with this id. */
export const updateEquipmentType = (db: Tx, id: number, changes: { is_active: SqlBool }) =>
  db
    .updateTable('equipment_types')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Ids of the types that any user's items have. */
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
