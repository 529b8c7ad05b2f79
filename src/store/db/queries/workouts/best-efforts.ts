import { type RawBuilder, sql } from 'kysely'
import {
  EFFORT_DISTANCES,
  EFFORT_SECONDS,
  type Effort,
  type EffortKind,
} from '@/domain/analysis/efforts'
import {
  cachedQueryByShape,
  type Placeholders,
  prepared,
  preparedByShape,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import { type Page, type PageRequest, totalOf } from '@/store/db/sql'

/** The user and sport whose efforts to list. */
export interface EffortOwner {
  userId: number
  sportId: number
}

/** Milliseconds since the Unix epoch, end exclusive. */
export interface Span {
  from: number
  before: number
}

/** Selects efforts of all time, or of a time span. */
export interface EffortFilter extends EffortOwner {
  span: Span | undefined
}

/** An effort and its workout. */
export interface EffortRow extends Effort {
  short_id: string
  title: string | null
  workout_date: number
}

interface OneTarget {
  kind: EffortKind
  target: number
}

export type Direction = 'asc' | 'desc'
export type Raw = RawBuilder<unknown>

/** Whether the best value is the smallest: the time for a distance, unlike all other kinds. */
const directionOf = (kind: EffortKind): Direction => (kind === 'distance' ? 'asc' : 'desc')

/** SQL for comparing values, by the direction in which the best comes first. */
export const DIRECTIONS: Readonly<Record<Direction, Record<'order' | 'better' | 'worst', Raw>>> = {
  asc: { order: sql`asc`, better: sql`<`, worst: sql`9e999` },
  desc: { order: sql`desc`, better: sql`>`, worst: sql`-9e999` },
}

export const ALL_TIME: Span = { from: Number.MIN_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER }

/** The number of the 60-day block of a workout, as in the index `efforts_by_time`. */
export const blockOf = (date: string) =>
  sql<number>`(${sql.ref(date)} + 62208000000000) / 5184000000`
/** Like `blockOf`, for a placeholder; the cast is needed because SQLite does not treat it as an integer. */
const blockOfSlot = (date: Raw) => sql`cast(${date} + 62208000000000 as integer) / 5184000000`
/** When such sixty days end. */
const endOf = (block: Raw) => sql<number>`(${block} + 1) * 5184000000 - 62208000000000`

/**
 * The 60-day blocks of a time span that contain a workout of the sport, each found by one index look-up; the last is
 * null.
 */
function knownBlocks(slot: Placeholders<EffortOwner & Span>): Raw {
  const firstOf = (from: Raw) =>
    sql`(select ${blockOf('workout_date')} from workouts
      where user_id = ${slot.userId} and sport_id = ${slot.sportId}
        and workout_date >= ${from} and workout_date < ${slot.before}
      order by workout_date limit 1)`
  return sql`known (block) as (
    select ${firstOf(slot.from)}
    union all
    select ${firstOf(endOf(sql`block`))} from known where block is not null
  )`
}

const blocks = prepared((db, slot: Placeholders<EffortOwner & Span>) => ({
  compile: () =>
    sql<{ block: number }>`
      with recursive ${knownBlocks(slot)}
      select block from known where block is not null`.compile(db),
}))

/** The 60-day blocks of a time span that contain a workout of the sport, as a JSON array. */
export async function findBlocks(
  db: Db,
  { userId, sportId, ...span }: EffortOwner & Span,
  order: Direction = 'asc',
): Promise<string> {
  const found = (await blocks.all(db, { userId, sportId, ...span })).map(({ block }) => block)
  return JSON.stringify(order === 'asc' ? found : found.toReversed())
}

/** All kinds with their targets, as JSON. The best effort for each is looked up individually. */
const TARGETS: Readonly<Record<Direction, string>> = {
  asc: JSON.stringify(EFFORT_DISTANCES.map((target) => ({ kind: 'distance', target }))),
  desc: JSON.stringify(
    Object.entries(EFFORT_SECONDS).flatMap(([kind, targets]) =>
      targets.map((target) => ({ kind, target })),
    ),
  ),
}

const FOUND_COLUMNS = sql`found.kind, found.target, found.value, found.start, found.elapsed,
  workouts.short_id, workouts.title, found.workout_date`

type BestsShape = { direction: Direction; isOfSpan: boolean }
type BestsValues = EffortOwner & Span & { blocks: string }

/** The workout with the best effort for the target called `wanted` in the query. */
function holderOf({ direction, isOfSpan }: BestsShape, slot: Placeholders<BestsValues>): Raw {
  const { order } = DIRECTIONS[direction]
  const best = (more: Raw) => sql`(
    select workout_id from efforts
    where user_id = ${slot.userId} and sport_id = ${slot.sportId}
      and kind = wanted.value ->> 'kind' and target = wanted.value ->> 'target' ${more}
    order by value ${order}, workout_date, workout_id limit 1)`
  if (!isOfSpan) return best(sql``)
  const ofBlock = best(sql`and ${blockOf('workout_date')} = block.value
    and workout_date >= ${slot.from} and workout_date < ${slot.before}`)
  return sql`(
    select held.workout_id from json_each(${slot.blocks}) as block
      join efforts as held on held.workout_id = ${ofBlock}
        and held.kind = wanted.value ->> 'kind' and held.target = wanted.value ->> 'target'
    order by held.value ${order}, held.workout_date, held.workout_id limit 1)`
}

const bests = preparedByShape((shape: BestsShape) => (db, slot: Placeholders<BestsValues>) => ({
  compile: () =>
    sql<EffortRow>`
      select ${FOUND_COLUMNS}
      from json_each(${sql.lit(TARGETS[shape.direction])}) as wanted
        join efforts as found
          on found.kind = wanted.value ->> 'kind' and found.target = wanted.value ->> 'target'
          and found.workout_id = ${holderOf(shape, slot)}
        join workouts on workouts.id = found.workout_id
      order by wanted.key`.compile(db),
}))

/** The best effort for each target that has one, ordered by kind and target. */
export async function listBests(db: Db, { span, ...owner }: EffortFilter): Promise<EffortRow[]> {
  const isOfSpan = span !== undefined
  const values = { ...owner, ...(span ?? ALL_TIME) }
  const slots = { ...values, blocks: isOfSpan ? await findBlocks(db, values) : '[]' }
  return [
    ...(await bests({ direction: 'asc', isOfSpan }).all(db, slots)),
    ...(await bests({ direction: 'desc', isOfSpan }).all(db, slots)),
  ]
}

type TargetValues = EffortOwner & OneTarget & Span
type TargetShape = { isOfSpan: boolean }

/** The efforts for one target: those in the blocks of a time span, otherwise all. */
const ofTarget = ({ isOfSpan }: TargetShape, slot: Placeholders<TargetValues>): Raw => {
  const all = sql`user_id = ${slot.userId} and sport_id = ${slot.sportId}
    and kind = ${slot.kind} and target = ${slot.target}`
  const block = blockOf('workout_date')
  return isOfSpan
    ? sql`${all} and workout_date >= ${slot.from} and workout_date < ${slot.before}
      and ${block} >= ${blockOfSlot(slot.from)} and ${block} <= ${blockOfSlot(slot.before)}`
    : all
}

const ranking = preparedByShape(
  ({ direction, ...shape }: TargetShape & { direction: Direction }) =>
    (db, slot: Placeholders<TargetValues & { perPage: number; skipped: number }>) => {
      // The plus prevents SQLite from searching all better efforts by value when a time span is given.
      const value = shape.isOfSpan ? sql`+value` : sql`value`
      return {
        compile: () =>
          sql<EffortRow>`
          with page as materialized (
            select workout_id, value, workout_date from efforts where ${ofTarget(shape, slot)}
            order by ${value} ${DIRECTIONS[direction].order}, workout_date, workout_id
            limit ${slot.perPage} offset ${slot.skipped}
          )
          select ${FOUND_COLUMNS}
          from page
            join efforts as found on found.workout_id = page.workout_id
              and found.kind = ${slot.kind} and found.target = ${slot.target}
            join workouts on workouts.id = page.workout_id
          order by page.value ${DIRECTIONS[direction].order}, page.workout_date, page.workout_id`.compile(
            db,
          ),
      }
    },
)

const counts = cachedQueryByShape(
  (shape: TargetShape) => (db, slot: Placeholders<TargetValues>) => ({
    compile: () =>
      sql<{ count: number }>`
      select count(*) as count from efforts where ${ofTarget(shape, slot)}`.compile(db),
  }),
)

/** One page of the efforts for one target, best first, and their number. */
export async function listRankedEfforts(
  db: Db,
  { span, ...wanted }: EffortFilter & OneTarget,
  { page, perPage }: PageRequest,
): Promise<Page<EffortRow>> {
  const skipped = (page - 1) * perPage
  const isOfSpan = span !== undefined
  const values = { ...wanted, ...(span ?? ALL_TIME) }
  const query = ranking({ direction: directionOf(wanted.kind), isOfSpan })
  const rows = await query.all(db, { ...values, perPage, skipped })
  const known = totalOf({ skipped, perPage, shownRows: rows.length })
  return { rows, total: known ?? (await counts({ isOfSpan }).first(db, values))?.count ?? 0 }
}

/** An effort that was better than all before it. */
export interface ImprovedEffort extends EffortRow {
  /** The previous best value; null for the first effort. */
  former: number | null
}

type ImprovingValues = EffortOwner & OneTarget & Span
type Improving = Placeholders<ImprovingValues & { wanted: number }>

/**
 * Efforts that were better than all earlier ones, in the latest blocks of 60 days that have any: as many blocks as the
 * page needs.
 */
function improvingWith({ direction }: { direction: Direction }, slot: Improving): Raw {
  const { order, better, worst } = DIRECTIONS[direction]
  const ofTargetIn = (block: Raw) => sql`user_id = ${slot.userId}
    and sport_id = ${slot.sportId} and kind = ${slot.kind} and target = ${slot.target}
    and ${blockOf('workout_date')} = ${block}`
  const best = direction === 'asc' ? sql`min` : sql`max`
  return sql`
    with recursive ${knownBlocks(slot)}, bests as materialized (
      select block,
        (select value from efforts where ${ofTargetIn(sql`known.block`)}
          order by value ${order} limit 1) as best
      from known where block is not null
    ), steps as materialized (
      select block, best, ${best}(best) over (
        order by block rows between unbounded preceding and 1 preceding) as former
      from bests where best is not null
    ), lasting as materialized (
      select block, former from steps where former is null or best ${better} former
      order by block desc limit ${slot.wanted}
    ), candidates as materialized (
      select efforts.workout_id, efforts.workout_date, efforts.value, coalesce(${best}(efforts.value) over (
          partition by lasting.block order by efforts.workout_date, efforts.workout_id
          rows between unbounded preceding and 1 preceding), lasting.former) as former
      from lasting cross join efforts
      where ${ofTargetIn(sql`lasting.block`)}
        and efforts.value ${better} coalesce(lasting.former, ${worst})
    ), improved as (
      select * from candidates where former is null or value ${better} former
    )`
}

const improving = preparedByShape(
  (shape: { direction: Direction }) =>
    (
      db,
      slot: Placeholders<ImprovingValues & { wanted: number; perPage: number; skipped: number }>,
    ) => ({
      compile: () =>
        sql<ImprovedEffort>`
          ${improvingWith(shape, slot)}, page as materialized (
            select workout_id, workout_date, former from improved
            order by workout_date desc, workout_id desc
            limit ${slot.perPage} offset ${slot.skipped}
          )
          select ${FOUND_COLUMNS}, page.former
          from page
            cross join efforts as found on found.workout_id = page.workout_id
              and found.kind = ${slot.kind} and found.target = ${slot.target}
            cross join workouts on workouts.id = found.workout_id
          order by found.workout_date desc, found.workout_id desc`.compile(db),
    }),
)

const improvements = cachedQueryByShape(
  (shape: { direction: Direction }) => (db, slot: Improving) => ({
    compile: () =>
      sql<{ count: number }>`
        ${improvingWith(shape, slot)} select count(*) as count from improved`.compile(db),
  }),
)

/** One page of the efforts for a target that were each the best so far, latest first, and their number. */
export async function listImprovedEfforts(
  db: Db,
  wanted: EffortOwner & OneTarget,
  { page, perPage }: PageRequest,
): Promise<Page<ImprovedEffort>> {
  const shape = { direction: directionOf(wanted.kind) }
  const skipped = (page - 1) * perPage
  const values = { ...wanted, ...ALL_TIME }
  const ofPage = { ...values, perPage, skipped, wanted: skipped + perPage }
  const rows = await improving(shape).all(db, ofPage)
  const known = totalOf({ skipped, perPage, shownRows: rows.length })
  if (known !== undefined) return { rows, total: known }
  const all = { ...values, wanted: ALL_BLOCKS }
  return { rows, total: (await improvements(shape).first(db, all))?.count ?? 0 }
}

/** More than sixty days there are. */
const ALL_BLOCKS = 1_000_000
