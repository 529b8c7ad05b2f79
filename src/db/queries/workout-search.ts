import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Visibility } from '@/db/columns'
import type { Db } from '@/db/open'
import { anyOf } from '@/db/sql'
import type { Tables } from '@/db/tables.gen'
import type { WorkoutRow } from './workouts'

export const SORT_COLUMNS = [
  'workout_date',
  'distance',
  'moving',
  'ave_speed',
  'max_speed',
  'ave_pace',
  'best_pace',
] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** Bounds of a number, inclusive. */
export interface NumberRange {
  column: Exclude<SortColumn, 'workout_date'>
  from: number | undefined
  to: number | undefined
}

/** What a list of a user's own workouts is narrowed down to. */
export interface WorkoutFilter {
  userId: number
  sportIds?: readonly number[] | undefined
  /** Regardless of case; `%` stands for any text, `_` for any character. */
  texts?: readonly { column: 'title' | 'notes' | 'description'; contains: string }[]
  /** Milliseconds; from `since` until before `before`. */
  since?: number | undefined
  before?: number | undefined
  ranges?: readonly NumberRange[]
  /** Short id of a piece of equipment that was used; null: workouts without any. */
  equipment?: string | null | undefined
  visibility?: Visibility | undefined
  withStart?: boolean
}

export interface WorkoutOrder {
  column: SortColumn
  direction: 'asc' | 'desc'
}

const NEWEST_FIRST: WorkoutOrder = { column: 'workout_date', direction: 'desc' }

/**
 * Ids of all workouts of a user that fit a filter, in order; suspended ones are left out. Unknown values come last in
 * ascending order and first in descending order, equal values in the order of creation.
 */
export async function searchWorkouts(
  db: Db,
  filter: WorkoutFilter,
  order: WorkoutOrder = NEWEST_FIRST,
  limit?: number,
): Promise<number[]> {
  const { column, direction } = order
  const rows = await db
    .selectFrom('workouts')
    .select('workouts.id')
    .where((eb) => eb.and(conditions(eb, filter)))
    .orderBy(column, (by) => (direction === 'asc' ? by.asc().nullsLast() : by.desc().nullsFirst()))
    .orderBy('workouts.id', direction)
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
  return rows.map(({ id }) => id)
}

type Builder = ExpressionBuilder<Tables, 'workouts'>

function conditions(eb: Builder, filter: WorkoutFilter) {
  const { sportIds, since, before, visibility } = filter
  return [
    eb('workouts.user_id', '=', filter.userId),
    eb('workouts.suspended_at', 'is', null),
    ...(sportIds ? [eb('sport_id', 'in', anyOf(sportIds))] : []),
    ...(since === undefined ? [] : [eb('workout_date', '>=', since)]),
    ...(before === undefined ? [] : [eb('workout_date', '<', before)]),
    ...(visibility ? [eb('workout_visibility', '=', visibility)] : []),
    ...(filter.withStart ? [eb('start_lat', 'is not', null)] : []),
    ...(filter.ranges ?? []).flatMap((range) => bounds(eb, range)),
    ...(filter.equipment === undefined ? [] : [withEquipment(eb, filter.equipment)]),
    ...(filter.texts ?? []).map((text) => containing(text)),
  ]
}

/** ASCII texts are compared as they are: for them `like` ignores case, and they are as long in bytes as in characters. */
const containing = ({ column, contains }: { column: string; contains: string }) => {
  const text = sql.ref(column)
  return sql<SqlBool>`case when octet_length(${text}) = length(${text}) then ${text}
    else fold_case(${text}) end like fold_case(${`%${contains}%`})`
}

function bounds(eb: Builder, { column, from, to }: NumberRange) {
  return [
    ...(from === undefined ? [] : [eb(column, '>=', from)]),
    ...(to === undefined ? [] : [eb(column, '<=', to)]),
  ]
}

function withEquipment(eb: Builder, shortId: string | null) {
  const used = eb
    .selectFrom('workout_equipments')
    .select('workout_equipments.workout_id')
    .whereRef('workout_equipments.workout_id', '=', 'workouts.id')
  if (shortId === null) return eb.not(eb.exists(used))
  return eb(
    'workouts.id',
    'in',
    eb
      .selectFrom('workout_equipments')
      .innerJoin('equipments', 'equipments.id', 'workout_equipments.equipment_id')
      .select('workout_equipments.workout_id')
      .where('equipments.short_id', '=', shortId),
  )
}

/** Workouts in the order of their ids. */
export async function listWorkoutsById(db: Db, ids: readonly number[]): Promise<WorkoutRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('workouts').selectAll().where('id', 'in', anyOf(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Sums over workouts; what has no number is null, and not counted in what means are taken of. */
export interface WorkoutSums {
  count: number
  sports: number
  /** Metres, exactly. */
  distance: number
  /** Seconds. */
  moving: number
  /** Millimetres; sports without elevation are left out. */
  ascent: number | null
  ascents: number
  descent: number | null
  descents: number
  /** Hundredths of km/h. */
  aveSpeed: number | null
  aveSpeeds: number
  maxSpeed: number | null
  /** Seconds per kilometre. */
  avePace: number | null
  avePaces: number
  bestPace: number | null
}

/** From so many on it is quicker to read all of a user's workouts from an index than to visit the rows. */
const MANY = 200

/** Sums over some workouts of a user, in integers so that decimals add up exactly. */
export function sumWorkouts(
  db: Db,
  { userId, ids }: { userId: number; ids: readonly number[] },
  { levelSports }: { levelSports: readonly number[] },
): Promise<WorkoutSums> {
  const climbed = (column: 'ascent' | 'descent') =>
    sql<number | null>`case when sport_id in ${anyOf(levelSports)}
      then null else cast(round(${sql.ref(column)} * 1000) as integer) end`
  return (
    db
      .selectFrom('workouts')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.count<number>('sport_id').distinct().as('sports'),
        sql<number>`coalesce(sum(cast(round(distance * 1000) as integer)), 0)`.as('distance'),
        eb.fn.coalesce(eb.fn.sum<number>('moving'), eb.val(0)).as('moving'),
        sql<number | null>`sum(${climbed('ascent')})`.as('ascent'),
        sql<number>`count(${climbed('ascent')})`.as('ascents'),
        sql<number | null>`sum(${climbed('descent')})`.as('descent'),
        sql<number>`count(${climbed('descent')})`.as('descents'),
        sql<number | null>`sum(cast(round(ave_speed * 100) as integer))`.as('aveSpeed'),
        eb.fn.count<number>('ave_speed').as('aveSpeeds'),
        eb.fn.max('max_speed').as('maxSpeed'),
        eb.fn.sum<number | null>('ave_pace').as('avePace'),
        eb.fn.count<number>('ave_pace').as('avePaces'),
        eb.fn.min('best_pace').as('bestPace'),
      ])
      // The plus keeps SQLite from looking every id up.
      .$if(ids.length >= MANY, (query) =>
        query.where('user_id', '=', userId).where(sql<number>`+id`, 'in', anyOf(ids)),
      )
      .$if(ids.length < MANY, (query) => query.where('id', 'in', anyOf(ids)))
      .executeTakeFirstOrThrow()
  )
}
