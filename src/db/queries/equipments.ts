import type { Insertable, Selectable, Updateable } from 'kysely'
import type { SqlBool } from '@/db/columns'
import type { Db } from '@/db/open'
import { anyOf } from '@/db/sql'
import type { EquipmentsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'
import { roundHalfAway } from '@/lib/decimal'

/** A piece of equipment with its type and the sports it is a default for, in the order they were set. */
export type EquipmentView = Selectable<EquipmentsTable> & {
  type_label: string
  type_is_active: SqlBool
  default_for_sport_ids: number[]
}

export type NewEquipment = Insertable<EquipmentsTable>
export type EquipmentChanges = Updateable<EquipmentsTable>

const itemsWithType = (db: Db) =>
  db
    .selectFrom('equipments')
    .innerJoin('equipment_types', 'equipment_types.id', 'equipments.equipment_type_id')
    .selectAll('equipments')
    .select(['equipment_types.label as type_label', 'equipment_types.is_active as type_is_active'])
    .orderBy('equipments.id')

type ItemRow = Omit<EquipmentView, 'default_for_sport_ids'>

async function withDefaultSports(db: Db, rows: readonly ItemRow[]): Promise<EquipmentView[]> {
  if (rows.length === 0) return []
  const links = await db
    .selectFrom('default_equipments')
    .select(['equipment_id', 'sport_id'])
    .where('user_id', 'in', anyOf(new Set(rows.map(({ user_id }) => user_id))))
    .orderBy('id')
    .execute()
  const linksOf = Map.groupBy(links, ({ equipment_id }) => equipment_id)
  return rows.map((row) => ({
    ...row,
    default_for_sport_ids: (linksOf.get(row.id) ?? []).map(({ sport_id }) => sport_id),
  }))
}

/** Equipment by id. */
export async function loadEquipments(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, EquipmentView>> {
  if (ids.length === 0) return new Map()
  const rows = await itemsWithType(db)
    .where('equipments.id', 'in', anyOf(new Set(ids)))
    .execute()
  const items = await withDefaultSports(db, rows)
  return new Map(items.map((item) => [item.id, item]))
}

/** A user's equipment in the order it was created, of one type if that is given. */
export async function listEquipmentsOf(
  db: Db,
  userId: number,
  typeId?: number,
): Promise<EquipmentView[]> {
  const rows = await itemsWithType(db)
    .where('equipments.user_id', '=', userId)
    .$if(typeId !== undefined, (query) => query.where('equipment_type_id', '=', typeId ?? 0))
    .execute()
  return withDefaultSports(db, rows)
}

/** A user's other item with this label. */
export const findEquipmentLabelled = (
  db: Db,
  { userId, label, exceptId }: { userId: number; label: string; exceptId: number | undefined },
) =>
  db
    .selectFrom('equipments')
    .select('id')
    .where('user_id', '=', userId)
    .where('label', '=', label)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? 0))
    .executeTakeFirst()

/** Stores a new item and returns its id. */
export async function insertEquipment(db: Tx, item: NewEquipment): Promise<number> {
  const { id } = await db
    .insertInto('equipments')
    .values(item)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateEquipment = (db: Tx, id: number, changes: EquipmentChanges) =>
  db.updateTable('equipments').set(changes).where('id', '=', id).execute()

/** Deletes an item with its links; the workouts it was used in stay. */
export const deleteEquipment = (db: Tx, id: number) =>
  db.deleteFrom('equipments').where('id', '=', id).execute()

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
    .where('workout_id', 'in', anyOf(workoutIds))
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

/** A user's own equipment by short identifier; any number of them. */
export async function findOwnEquipments(
  db: Db,
  userId: number,
  shortIds: readonly string[],
): Promise<Map<string, EquipmentView>> {
  const rows = await itemsWithType(db)
    .where('equipments.user_id', '=', userId)
    .where('short_id', 'in', anyOf(shortIds))
    .execute()
  const items = await withDefaultSports(db, rows)
  return new Map(items.map((item) => [item.short_id, item]))
}

/** A user's own item by short identifier. */
export const findOwnEquipment = async (db: Db, userId: number, shortId: string) =>
  (await findOwnEquipments(db, userId, [shortId])).get(shortId)

/** Attaches equipment to a workout and adds the workout to its totals; items that are gone by now are left out. */
export async function attachEquipments(
  db: Tx,
  workout: { id: number; distance: number; duration: number; moving: number },
  equipmentIds: readonly number[],
): Promise<void> {
  if (equipmentIds.length === 0) return
  await db
    .insertInto('workout_equipments')
    .columns(['workout_id', 'equipment_id'])
    .expression((eb) =>
      eb
        .selectFrom('equipments')
        .select([eb.val(workout.id).as('workout_id'), 'equipments.id'])
        .where('equipments.id', 'in', anyOf(equipmentIds)),
    )
    .execute()
  await addToTotals(db, equipmentIds, { ...workout, workouts: 1 })
}

/** Takes a workout out of the totals of its equipment, and detaches it. */
export async function detachEquipments(
  db: Tx,
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

/** Takes an item out of all workouts; its totals become zero. */
export async function detachFromWorkouts(db: Tx, equipmentId: number): Promise<void> {
  await db.deleteFrom('workout_equipments').where('equipment_id', '=', equipmentId).execute()
  await recomputeTotals(db, equipmentId)
}

/** Sets the totals of an item to the sums over the workouts it was used in. */
export async function recomputeTotals(db: Tx, equipmentId: number): Promise<void> {
  const sums = await db
    .selectFrom('workout_equipments')
    .innerJoin('workouts', 'workouts.id', 'workout_equipments.workout_id')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('distance'), eb.val(0)).as('distance'),
      eb.fn.coalesce(eb.fn.sum<number>('duration'), eb.val(0)).as('duration'),
      eb.fn.coalesce(eb.fn.sum<number>('moving'), eb.val(0)).as('moving'),
      eb.fn.countAll<number>().as('workouts'),
    ])
    .where('equipment_id', '=', equipmentId)
    .executeTakeFirstOrThrow()
  await updateEquipment(db, equipmentId, {
    total_distance: roundHalfAway(sums.distance, 3),
    total_duration: sums.duration,
    total_moving: sums.moving,
    total_workouts: sums.workouts,
  })
}

async function addToTotals(
  db: Tx,
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
    .where('id', 'in', anyOf(equipmentIds))
    .execute()
}
