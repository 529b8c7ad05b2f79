import type { Selectable } from 'kysely'
import type { SqlBool } from '@/db/columns'
import type { Db } from '@/db/open'
import type { EquipmentsTable } from '@/db/tables.gen'

/** A piece of equipment with its type and the sports it is a default for, in the order they were set. */
export type EquipmentView = Selectable<EquipmentsTable> & {
  type_label: string
  type_is_active: SqlBool
  default_for_sport_ids: number[]
}

/** Equipment by id. */
export async function loadEquipments(db: Db, ids: number[]): Promise<Map<number, EquipmentView>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('equipments')
    .innerJoin('equipment_types', 'equipment_types.id', 'equipments.equipment_type_id')
    .selectAll('equipments')
    .select(['equipment_types.label as type_label', 'equipment_types.is_active as type_is_active'])
    .where('equipments.id', 'in', [...new Set(ids)])
    .execute()
  const defaults = await db
    .selectFrom('default_equipments')
    .select(['equipment_id', 'sport_id'])
    .where('equipment_id', 'in', [...new Set(ids)])
    .orderBy('id')
    .execute()
  const sportsOf = Map.groupBy(defaults, ({ equipment_id }) => equipment_id)
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, default_for_sport_ids: (sportsOf.get(row.id) ?? []).map(({ sport_id }) => sport_id) },
    ]),
  )
}

/** A user's default equipment by sport id. */
export async function loadDefaultEquipments(db: Db, userId: number) {
  const links = await db
    .selectFrom('default_equipments')
    .select(['sport_id as key', 'equipment_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return groupEquipments(db, links)
}

/** The equipment used in workouts, by workout id. */
export async function loadWorkoutEquipments(db: Db, workoutIds: readonly number[]) {
  const links = await db
    .selectFrom('workout_equipments')
    .select(['workout_id as key', 'equipment_id'])
    .where('workout_id', 'in', workoutIds)
    .orderBy('equipment_id')
    .execute()
  return groupEquipments(db, links)
}

async function groupEquipments(
  db: Db,
  links: { key: number; equipment_id: number }[],
): Promise<Map<number, EquipmentView[]>> {
  const items = await loadEquipments(
    db,
    links.map(({ equipment_id }) => equipment_id),
  )
  const groups = new Map<number, EquipmentView[]>()
  for (const { key, equipment_id } of links) {
    const item = items.get(equipment_id)
    if (item) groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
