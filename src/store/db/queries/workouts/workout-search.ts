import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  cachedQueryByShape,
  type Placeholders,
  preparedByShape,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Visibility } from '@/store/db/schema/columns'
import type { Tables } from '@/store/db/schema/tables.gen'
import { anyIn } from '@/store/db/sql'
import { countWorkouts } from './workout-totals'
import { LISTED_COLUMNS } from './workouts'

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

type RangeColumn = Exclude<SortColumn, 'workout_date'>
type TextColumn = 'title' | 'notes' | 'description'

/** Bounds of a number, inclusive. */
export interface NumberRange {
  column: RangeColumn
  from: number | undefined
  to: number | undefined
}

/** Conditions for a list of a user's workouts. */
export interface WorkoutFilter {
  userId: number
  sportIds?: readonly number[] | undefined
  /** Case-insensitive; `%` matches any text, `_` any character. */
  texts?: readonly { column: TextColumn; contains: string }[]
  /** Milliseconds: `since` inclusive, `before` exclusive. */
  since?: number | undefined
  before?: number | undefined
  ranges?: readonly NumberRange[]
  /** Short id of a used piece of equipment; null for workouts without equipment. */
  equipment?: string | null | undefined
  visibility?: Visibility | undefined
  /** Only workouts with a known start position. */
  withStart?: boolean
  /** Only these workouts, by row id. */
  ids?: Iterable<number> | undefined
}

export interface WorkoutOrder {
  column: SortColumn
  direction: 'asc' | 'desc'
}

/** The rows to return: up to `limit` after the first `skipped`. */
export interface WorkoutRange {
  limit: number
  skipped: number
}

type Bound = `${RangeColumn}_${'from' | 'to'}`

/** The values of a filter; all except the user are optional. */
interface Values extends Partial<Record<Bound, number>>, Partial<Record<TextColumn, string>> {
  userId: number
  sport?: number
  sports?: string
  since?: number
  before?: number
  equipment?: string
  visibility?: Visibility
  ids?: string
}

/** The conditions that a filter has, which determine its statement. */
interface Shape {
  names: readonly (keyof Values)[]
  withoutEquipment: boolean
  withStart: boolean
}

/** Conditions and sort columns that the index by sport covers. */
const BY_SPORT: ReadonlySet<string> = new Set(['since', 'before', 'distance_from', 'distance_to'])
const SORTED_BY_SPORT: ReadonlySet<SortColumn> = new Set(['workout_date', 'distance'])

/**
 * Splits a filter into the shape of its statement and the values to run it with. A single sport is looked up in its
 * index (`bySport`) only if no other columns of a workout are needed: reading the rows costs more than skipping those
 * of other sports in the index of all numbers.
 */
export function splitFilter(
  filter: WorkoutFilter,
  { bySport = false }: { bySport?: boolean } = {},
): { shape: Shape; values: Values } {
  const { userId, sportIds, since, before, equipment, visibility, ids } = filter
  const entries: [keyof Values, unknown][] = [
    ['since', since],
    ['before', before],
    ['visibility', visibility],
    ['equipment', equipment ?? undefined],
    ['ids', ids && JSON.stringify([...ids])],
    ...(filter.ranges ?? []).flatMap(({ column, from, to }): [keyof Values, unknown][] => [
      [`${column}_from`, from],
      [`${column}_to`, to],
    ]),
    ...(filter.texts ?? []).map(({ column, contains }): [keyof Values, unknown] => [
      column,
      `%${contains}%`,
    ]),
  ]
  const withoutEquipment = equipment === null
  const withStart = filter.withStart ?? false
  const others = entries.filter(([, value]) => value !== undefined)
  const isHeld =
    bySport && !withoutEquipment && !withStart && others.every(([name]) => BY_SPORT.has(name))
  const given = [...sportEntry(sportIds, isHeld), ...others]
  return {
    shape: { names: given.map(([name]) => name), withoutEquipment, withStart },
    values: { userId, ...Object.fromEntries(given) },
  }
}

function sportEntry(
  sportIds: readonly number[] | undefined,
  isHeld: boolean,
): [keyof Values, unknown][] {
  if (!sportIds) return []
  return isHeld && sportIds.length === 1
    ? [['sport', sportIds[0]]]
    : [['sports', JSON.stringify(sportIds)]]
}

/** Whether a filter matches all workouts of a user that are not suspended, or all of one sport. */
export function isOfSportOnly(filter: WorkoutFilter): boolean {
  const { names, withoutEquipment, withStart } = splitFilter(filter).shape
  const isOne = (filter.sportIds?.length ?? 1) === 1
  return isOne && !withoutEquipment && !withStart && names.every((name) => name === 'sports')
}

type Builder = ExpressionBuilder<Tables, 'workouts'>
type Conditions = { [Name in keyof Values]-?: (slot: RawBuilder<never>) => RawBuilder<SqlBool> }

const column = (name: string) => sql.ref(`workouts.${name}`)
const minimum = (name: string) => (slot: RawBuilder<never>) =>
  sql<SqlBool>`${column(name)} >= ${slot}`
const maximum = (name: string) => (slot: RawBuilder<never>) =>
  sql<SqlBool>`${column(name)} <= ${slot}`

/**
 * ASCII texts are compared directly: `like` ignores their case, and they have as many bytes as characters. The
 * condition `is not null` is necessary for SQLite to use the partial index.
 */
const like = (name: TextColumn) => (slot: RawBuilder<never>) =>
  sql<SqlBool>`${column(name)} is not null and case when octet_length(${column(name)}) = length(${column(name)}) then ${column(name)}
    else fold_case(${column(name)}) end like fold_case(${slot})`

const CONDITIONS: Conditions = {
  userId: (slot) => sql`workouts.user_id = ${slot}`,
  sport: (slot) => sql`workouts.sport_id = ${slot}`,
  sports: (slot) => sql`workouts.sport_id in ${anyIn(slot)}`,
  since: minimum('workout_date'),
  before: (slot) => sql`workouts.workout_date < ${slot}`,
  visibility: (slot) => sql`workouts.workout_visibility = ${slot}`,
  equipment: (slot) => sql`workouts.id in (select workout_equipments.workout_id
    from workout_equipments join equipments on equipments.id = workout_equipments.equipment_id
    where equipments.short_id = ${slot})`,
  ids: (slot) => sql`workouts.id in ${anyIn(slot)}`,
  title: like('title'),
  notes: like('notes'),
  description: like('description'),
  distance_from: minimum('distance'),
  distance_to: maximum('distance'),
  moving_from: minimum('moving'),
  moving_to: maximum('moving'),
  ave_speed_from: minimum('ave_speed'),
  ave_speed_to: maximum('ave_speed'),
  max_speed_from: minimum('max_speed'),
  max_speed_to: maximum('max_speed'),
  ave_pace_from: minimum('ave_pace'),
  ave_pace_to: maximum('ave_pace'),
  best_pace_from: minimum('best_pace'),
  best_pace_to: maximum('best_pace'),
}

/** The conditions of a filter on `workouts`. Suspended workouts never match. */
export function conditionsOf(eb: Builder, shape: Shape, slots: Placeholders<Values>) {
  const { names, withoutEquipment, withStart } = shape
  const given = ['userId' as const, ...names]
  return eb.and([
    ...given.map((name) => CONDITIONS[name](slots[name] as RawBuilder<never>)),
    sql<SqlBool>`workouts.suspended_at is null`,
    ...(withStart ? [sql<SqlBool>`workouts.start_lat is not null`] : []),
    ...(withoutEquipment
      ? [sql<SqlBool>`not exists (select 1 from workout_equipments where workout_id = workouts.id)`]
      : []),
  ])
}

/** The default order of a list. */
export const NEWEST_FIRST: WorkoutOrder = { column: 'workout_date', direction: 'desc' }

/** Unknown values come last in ascending and first in descending order; equal values are in order of creation. */
export const inOrder = ({ column: name, direction }: WorkoutOrder): RawBuilder<unknown> =>
  direction === 'asc'
    ? sql`${column(name)} asc nulls last, workouts.id asc`
    : sql`${column(name)} desc nulls first, workouts.id desc`

type RangeValues = Values & WorkoutRange

/** Finds the ids of a page first, and reads only its rows. */
const pages = preparedByShape(
  (shape: Shape & WorkoutOrder) => (db, slots: Placeholders<RangeValues>) =>
    db
      .with('page', (with_) =>
        with_
          .selectFrom('workouts')
          .select('workouts.id')
          .where((eb) => conditionsOf(eb, shape, slots))
          .orderBy(inOrder(shape))
          .limit(slots.limit)
          .offset(slots.skipped),
      )
      .selectFrom('page')
      .innerJoin('workouts', 'workouts.id', 'page.id')
      .select(LISTED_COLUMNS)
      .select(['min_lat', 'min_lon', 'max_lat', 'max_lon', 'start_lat', 'start_lon'])
      .orderBy(inOrder(shape)),
)

/** A workout of a list with its position on a map. */
export type PlacedWorkout = Awaited<ReturnType<typeof listMatchingWorkouts>>[number]

/** Lists a user's workouts that match a filter, in order, without suspended ones. */
export function listMatchingWorkouts(
  db: Db,
  filter: WorkoutFilter,
  { order = NEWEST_FIRST, ...stretch }: WorkoutRange & { order?: WorkoutOrder },
) {
  const { shape, values } = splitFilter(filter, { bySport: SORTED_BY_SPORT.has(order.column) })
  return pages({ ...shape, ...order }).all(db, { ...values, ...stretch })
}

const counts = cachedQueryByShape(
  (shape: Shape) => (db, slots: Placeholders<Values>) =>
    db
      .selectFrom('workouts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where((eb) => conditionsOf(eb, shape, slots)),
)

/** Number of a user's workouts that match a filter. */
export async function countMatchingWorkouts(db: Db, filter: WorkoutFilter): Promise<number> {
  if (isOfSportOnly(filter)) {
    const { userId, sportIds } = filter
    const { workouts, suspended } = await countWorkouts(db, { userId, sportId: sportIds?.[0] })
    return workouts - suspended
  }
  const { shape, values } = splitFilter(filter, { bySport: true })
  const found = await counts(shape).first(db, values)
  return found?.count ?? 0
}

export type { Shape, Values }
