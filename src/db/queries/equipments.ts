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
      {
        ...row,
        default_for_sport_ids: (sportsOf.get(row.id) ?? []).map(({ sport_id }) => sport_id),
      },
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

/** A user's own equipment by short identifier. */
export async function findOwnEquipments(
  db: Db,
  userId: number,
  shortIds: readonly string[],
): Promise<Map<string, EquipmentView>> {
  const found = await db
    .selectFrom('equipments')
    .select('id')
    .where('user_id', '=', userId)
    .where('short_id', 'in', shortIds)
    .execute()
  const items = await loadEquipments(
    db,
    found.map(({ id }) => id),
  )
  return new Map([...items.values()].map((item) => [item.short_id, item]))
}

/** Replaces the default equipment of a user for a sport; the preference row must exist. */
export async function replaceDefaultEquipments(
  db: Db,
  key: { userId: number; sportId: number },
  equipmentIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('default_equipments')
    .where('user_id', '=', key.userId)
    .where('sport_id', '=', key.sportId)
    .execute()
  if (equipmentIds.length === 0) return
  await db
    .insertInto('default_equipments')
    .values(
      equipmentIds.map((equipment_id) => ({
        user_id: key.userId,
        sport_id: key.sportId,
        equipment_id,
      })),
    )
    .execute()
}

/** Attaches equipment to a workout and adds the workout to its totals. */
export async function attachEquipments(
  db: Db,
  workout: { id: number; distance: number; duration: number; moving: number },
  equipmentIds: readonly number[],
): Promise<void> {
  if (equipmentIds.length === 0) return
  await db
    .insertInto('workout_equipments')
    .values(equipmentIds.map((equipment_id) => ({ workout_id: workout.id, equipment_id })))
    .execute()
  await addToTotals(db, equipmentIds, { ...workout, workouts: 1 })
}

/** Takes a workout out of the totals of its equipment, and detaches it. */
export async function detachEquipments(
  db: Db,
  workout: { id: number; distance: number; duration: number; moving: number },
): Promise<void> {
  const links = await db
    .deleteFrom('workout_equipments')
    .where('workout_id', '=', workout.id)
    .returning('equipment_id')
    .execute()
  await addToTotals(
    db,
    links.map(({ equipment_id }) => equipment_id),
    {
      distance: -workout.distance,
      duration: -workout.duration,
      moving: -workout.moving,
      workouts: -1,
    },
  )
}

async function addToTotals(
  db: Db,
  equipmentIds: readonly number[],
  change: { distance: number; duration: number; moving: number; workouts: number },
): Promise<void> {
  await db
    .updateTable('equipments')
    .set((eb) => ({
      total_distance: eb.fn<number>('round', [
        eb('total_distance', '+', change.distance),
        eb.val(3),
      ]),
      total_duration: eb('total_duration', '+', change.duration),
      total_moving: eb('total_moving', '+', change.moving),
      total_workouts: eb('total_workouts', '+', change.workouts),
    }))
    .where('id', 'in', equipmentIds)
    .execute()
}
