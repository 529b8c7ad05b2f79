import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Visibility } from '@/db/columns'
import type { Db } from '@/db/open'
import { preparedByShape, rememberedByShape, type Slots } from '@/db/prepared'
import { anyIn } from '@/db/sql'
import type { Tables } from '@/db/tables.gen'
import { countWorkouts } from './workout-sums'
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

/** What a list of a user's own workouts is narrowed down to. */
export interface WorkoutFilter {
  userId: number
  sportIds?: readonly number[] | undefined
  /** Regardless of case; `%` stands for any text, `_` for any character. */
  texts?: readonly { column: TextColumn; contains: string }[]
  /** Milliseconds; from `since` until before `before`. */
  since?: number | undefined
  before?: number | undefined
  ranges?: readonly NumberRange[]
  /** Short id of a piece of equipment that was used; null: workouts without any. */
  equipment?: string | null | undefined
  visibility?: Visibility | undefined
  /** Only those with a place where they start. */
  withStart?: boolean
  /** Only some workouts, by their row ids. */
  ids?: Iterable<number> | undefined
}

export interface WorkoutOrder {
  column: SortColumn
  direction: 'asc' | 'desc'
}

/** How many rows are wanted, after how many others. */
export interface Stretch {
  limit: number
  skipped: number
}

type Bound = `${RangeColumn}_${'from' | 'to'}`

/** What a filter compares with; everything but the user may be missing. */
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

/** Which conditions a filter has: the shape of its statement. */
interface Shape {
  names: readonly (keyof Values)[]
  withoutEquipment: boolean
  withStart: boolean
}

/** What the index by sport holds besides the sport: conditions, and columns to sort by. */
const BY_SPORT: ReadonlySet<string> = new Set(['since', 'before', 'distance_from', 'distance_to'])
const SORTED_BY_SPORT: ReadonlySet<SortColumn> = new Set(['workout_date', 'distance'])

/**
 * A filter taken apart into the shape of its statements and the values they are run with.
 *
 * NOTE a single sport is looked up in its index (`bySport`) only where nothing else of a workout is read: to visit the
 * rows costs more than to pass over those of other sports in the index of all numbers.
 */
export function takeApart(
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

/** Whether a filter lets all workouts of a user pass that are not suspended, or all of one sport. */
export function isOfSportOnly(filter: WorkoutFilter): boolean {
  const { names, withoutEquipment, withStart } = takeApart(filter).shape
  const isOne = (filter.sportIds?.length ?? 1) === 1
  return isOne && !withoutEquipment && !withStart && names.every((name) => name === 'sports')
}

type Builder = ExpressionBuilder<Tables, 'workouts'>
type Conditions = { [Name in keyof Values]-?: (slot: RawBuilder<never>) => RawBuilder<SqlBool> }

const column = (name: string) => sql.ref(`workouts.${name}`)
const atLeast = (name: string) => (slot: RawBuilder<never>) =>
  sql<SqlBool>`${column(name)} >= ${slot}`
const atMost = (name: string) => (slot: RawBuilder<never>) =>
  sql<SqlBool>`${column(name)} <= ${slot}`

/**
 * ASCII texts are compared as they are: for them `like` ignores case, and they are as long in bytes as in characters.
 *
 * NOTE that a text is there at all has to be said for SQLite to use the index of those that are.
 */
const like = (name: TextColumn) => (slot: RawBuilder<never>) =>
  sql<SqlBool>`${column(name)} is not null and case when octet_length(${column(name)}) = length(${column(name)}) then ${column(name)}
    else fold_case(${column(name)}) end like fold_case(${slot})`

const CONDITIONS: Conditions = {
  userId: (slot) => sql`workouts.user_id = ${slot}`,
  sport: (slot) => sql`workouts.sport_id = ${slot}`,
  sports: (slot) => sql`workouts.sport_id in ${anyIn(slot)}`,
  since: atLeast('workout_date'),
  before: (slot) => sql`workouts.workout_date < ${slot}`,
  visibility: (slot) => sql`workouts.workout_visibility = ${slot}`,
  equipment: (slot) => sql`workouts.id in (select workout_equipments.workout_id
    from workout_equipments join equipments on equipments.id = workout_equipments.equipment_id
    where equipments.short_id = ${slot})`,
  ids: (slot) => sql`workouts.id in ${anyIn(slot)}`,
  title: like('title'),
  notes: like('notes'),
  description: like('description'),
  distance_from: atLeast('distance'),
  distance_to: atMost('distance'),
  moving_from: atLeast('moving'),
  moving_to: atMost('moving'),
  ave_speed_from: atLeast('ave_speed'),
  ave_speed_to: atMost('ave_speed'),
  max_speed_from: atLeast('max_speed'),
  max_speed_to: atMost('max_speed'),
  ave_pace_from: atLeast('ave_pace'),
  ave_pace_to: atMost('ave_pace'),
  best_pace_from: atLeast('best_pace'),
  best_pace_to: atMost('best_pace'),
}

/** The conditions of a filter, on `workouts`; suspended workouts never fulfil them. */
export function conditionsOf(eb: Builder, shape: Shape, slots: Slots<Values>) {
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

const NEWEST_FIRST: WorkoutOrder = { column: 'workout_date', direction: 'desc' }

/** Unknown values come last in ascending order and first in descending order, equal ones in the order of creation. */
export const inOrder = ({ column: name, direction }: WorkoutOrder): RawBuilder<unknown> =>
  direction === 'asc'
    ? sql`${column(name)} asc nulls last, workouts.id asc`
    : sql`${column(name)} desc nulls first, workouts.id desc`

type StretchOf = Values & Stretch

/** The rows of a stretch are visited only once it is known which they are. */
const pages = preparedByShape(
  (shape: Shape & WorkoutOrder) => (db, slots: Slots<StretchOf>) =>
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

/** A workout of a list, with where it is on a map. */
export type PlacedWorkout = Awaited<ReturnType<typeof listFoundWorkouts>>[number]

/** A stretch of a user's workouts that fit a filter, in order; suspended ones are left out. */
export function listFoundWorkouts(
  db: Db,
  filter: WorkoutFilter,
  { order = NEWEST_FIRST, ...stretch }: Stretch & { order?: WorkoutOrder },
) {
  const { shape, values } = takeApart(filter, { bySport: SORTED_BY_SPORT.has(order.column) })
  return pages({ ...shape, ...order }).all(db, { ...values, ...stretch })
}

const counts = rememberedByShape(
  (shape: Shape) => (db, slots: Slots<Values>) =>
    db
      .selectFrom('workouts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where((eb) => conditionsOf(eb, shape, slots)),
)

/** How many of a user's workouts fit a filter. */
export async function countFoundWorkouts(db: Db, filter: WorkoutFilter): Promise<number> {
  if (isOfSportOnly(filter)) {
    const { userId, sportIds } = filter
    const { workouts, suspended } = await countWorkouts(db, { userId, sportId: sportIds?.[0] })
    return workouts - suspended
  }
  const { shape, values } = takeApart(filter, { bySport: true })
  const found = await counts(shape).first(db, values)
  return found?.count ?? 0
}

export type { Shape, Values }
