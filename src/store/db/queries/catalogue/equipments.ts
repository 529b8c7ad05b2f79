import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { roundHalfAway } from '@/lib/text/decimal'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SqlBool } from '@/store/db/schema/columns'
import type { EquipmentsTable } from '@/store/db/schema/tables.gen'
import { anyIn, anyOf, hasRows } from '@/store/db/sql'

/** A piece of equipment with its type, and the sports it is a default for in the order in which they were set. */
export type EquipmentView = Selectable<EquipmentsTable> & {
  type_label: string
  type_is_active: SqlBool
  default_for_sport_ids: number[]
}

export type NewEquipment = Insertable<EquipmentsTable>
export type EquipmentChanges = Updateable<EquipmentsTable>

/** Items with all columns of an `EquipmentView`. */
const itemsWithType = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('equipments')
    .innerJoin('equipment_types', 'equipment_types.id', 'equipments.equipment_type_id')
    .selectAll('equipments')
    .select(['equipment_types.label as type_label', 'equipment_types.is_active as type_is_active'])
    .select(({ selectFrom }) =>
      selectFrom((links) =>
        links
          .selectFrom('default_equipments')
          .select('sport_id')
          .whereRef('default_equipments.equipment_id', '=', 'equipments.id')
          .whereRef('default_equipments.user_id', '=', 'equipments.user_id')
          .orderBy('default_equipments.id')
          .as('links'),
      )
        .select(sql<string>`json_group_array(sport_id)`.as('sports'))
        .as('default_sports'),
    )
    .orderBy('equipments.id')

type ItemRow = Omit<EquipmentView, 'default_for_sport_ids'> & { default_sports: string | null }

const asView = ({ default_sports, ...item }: ItemRow): EquipmentView => ({
  ...item,
  default_for_sport_ids: JSON.parse(default_sports ?? '[]'),
})

const byId = prepared((db, { ids }: Placeholders<{ ids: string }>) =>
  itemsWithType(db).where('equipments.id', 'in', anyIn<number>(ids)),
)

/** Equipment by id. */
export async function loadEquipments(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, EquipmentView>> {
  if (ids.length === 0) return new Map()
  const items = await byId.all(db, { ids: JSON.stringify(ids) })
  return new Map(items.map((item) => [item.id, asView(item)]))
}

const ofUser = prepared((db, { userId }: Placeholders<{ userId: number }>) =>
  itemsWithType(db).where('equipments.user_id', '=', userId),
)

/** A user's equipment in the order of creation, optionally of one type. */
export async function listEquipmentsOf(
  db: Db,
  userId: number,
  typeId?: number,
): Promise<EquipmentView[]> {
  const items = await ofUser.all(db, { userId })
  return items
    .filter(({ equipment_type_id }) => equipment_type_id === (typeId ?? equipment_type_id))
    .map(asView)
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

/** Whether a short id is in use by any user's item. */
export const hasEquipment = (db: Db, shortId: string): Promise<boolean> =>
  hasRows(db.selectFrom('equipments').where('short_id', '=', shortId))

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

/** Deletes the items that an import created, except those that workouts use. */
export const deleteImportedEquipments = (db: Tx, taskId: number) =>
  db
    .deleteFrom('equipments')
    .where('import_task_id', '=', taskId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workout_equipments')
            .select('workout_id')
            .whereRef('equipment_id', '=', 'equipments.id'),
        ),
      ),
    )
    .execute()

const defaults = prepared((db, { userId }: Placeholders<{ userId: number }>) =>
  itemsWithType(db)
    .innerJoin('default_equipments as link', 'link.equipment_id', 'equipments.id')
    .select('link.sport_id as key')
    .where('link.user_id', '=', userId)
    .clearOrderBy()
    .orderBy('link.id'),
)

/** A user's default equipment by sport id. */
export const loadDefaultEquipments = async (db: Db, userId: number) =>
  groupByKey(await defaults.all(db, { userId }))

const used = prepared((db, { workoutIds }: Placeholders<{ workoutIds: string }>) =>
  itemsWithType(db)
    .innerJoin('workout_equipments as link', 'link.equipment_id', 'equipments.id')
    .select('link.workout_id as key')
    .where('link.workout_id', 'in', anyIn<number>(workoutIds)),
)

/** The equipment used in workouts, by workout id. */
export const loadWorkoutEquipments = async (db: Db, workoutIds: readonly number[]) =>
  groupByKey(await used.all(db, { workoutIds: JSON.stringify(workoutIds) }))

function groupByKey(rows: readonly (ItemRow & { key: number })[]): Map<number, EquipmentView[]> {
  const groups = new Map<number, EquipmentView[]>()
  for (const { key, ...item } of rows) groups.set(key, [...(groups.get(key) ?? []), asView(item)])
  return groups
}

const own = prepared((db, wanted: Placeholders<{ userId: number; shortIds: string }>) =>
  itemsWithType(db)
    .where('equipments.user_id', '=', wanted.userId)
    .where('short_id', 'in', anyIn<string>(wanted.shortIds)),
)

/** A user's equipment by short id. */
export async function loadOwnEquipments(
  db: Db,
  userId: number,
  shortIds: readonly string[],
): Promise<Map<string, EquipmentView>> {
  const items = await own.all(db, { userId, shortIds: JSON.stringify(shortIds) })
  return new Map(items.map((item) => [item.short_id, asView(item)]))
}

/** One item of a user by short id. */
export const findOwnEquipment = async (db: Db, userId: number, shortId: string) =>
  (await loadOwnEquipments(db, userId, [shortId])).get(shortId)

/**
 * Attaches equipment to a workout and adds the workout to its totals. Skips items that were deleted in the meantime.
 */
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

/** Detaches all equipment from a workout and subtracts the workout from its totals. */
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

/** Detaches an item from all workouts; its totals become zero. */
export async function detachFromWorkouts(db: Tx, equipmentId: number): Promise<void> {
  await db.deleteFrom('workout_equipments').where('equipment_id', '=', equipmentId).execute()
  await recomputeTotals(db, equipmentId)
}

/** Sets the totals of an item to the sums over its workouts. */
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
