import { type RawBuilder, sql } from 'kysely'
import { EFFORT_DISTANCES, EFFORT_SECONDS, type Effort, type EffortKind } from '@/analysis/efforts'
import type { Db } from '@/db/open'
import { prepared, preparedByShape, rememberedByShape, type Slots } from '@/db/prepared'
import { type Page, type PageRequest, totalOf } from '@/db/sql'

/** Whose efforts, and in which sport. */
export interface EffortOwner {
  userId: number
  sportId: number
}

/** Milliseconds since the Unix epoch, the end not included. */
export interface Span {
  from: number
  before: number
}

/** Efforts of any time, or of a span of it. */
export interface EffortFilter extends EffortOwner {
  span: Span | undefined
}

/** An effort, and the workout in which it was made. */
export interface FoundEffort extends Effort {
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

/** What is best for a target: the least seconds for a distance, the most of everything else. */
const directionOf = (kind: EffortKind): Direction => (kind === 'distance' ? 'asc' : 'desc')

/** How values are told apart where the best come first. */
export const WAYS: Readonly<Record<Direction, Record<'order' | 'better' | 'worst', Raw>>> = {
  asc: { order: sql`asc`, better: sql`<`, worst: sql`9e999` },
  desc: { order: sql`desc`, better: sql`>`, worst: sql`-9e999` },
}

export const ALL_TIME: Span = { from: Number.MIN_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER }

/** The number of the sixty days in which a workout was: as the index `efforts_by_time` has it. */
export const blockOf = (date: string) =>
  sql<number>`(${sql.ref(date)} + 62208000000000) / 5184000000`
/** The same of a number that is given, which SQLite takes for no integer. */
const blockOfSlot = (date: Raw) => sql`cast(${date} + 62208000000000 as integer) / 5184000000`
/** When such sixty days end. */
const endOf = (block: Raw) => sql<number>`(${block} + 1) * 5184000000 - 62208000000000`

/** The sixty days of a time in which there is any workout of the sport, each by one look into an index; the last is null. */
function knownBlocks(slot: Slots<EffortOwner & Span>): Raw {
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

const blocks = prepared((db, slot: Slots<EffortOwner & Span>) => ({
  compile: () =>
    sql<{ block: number }>`
      with recursive ${knownBlocks(slot)}
      select block from known where block is not null`.compile(db),
}))

/** The sixty days of a time in which there is any workout of the sport, as a JSON array. */
export async function findBlocks(
  db: Db,
  { userId, sportId, ...span }: EffortOwner & Span,
  order: Direction = 'asc',
): Promise<string> {
  const found = (await blocks.all(db, { userId, sportId, ...span })).map(({ block }) => block)
  return JSON.stringify(order === 'asc' ? found : found.toReversed())
}

/** Every kind with its targets, as JSON: what is best for each is looked up by itself. */
const TARGETS: Readonly<Record<Direction, string>> = {
  asc: JSON.stringify(EFFORT_DISTANCES.map((target) => ({ kind: 'distance', target }))),
  desc: JSON.stringify(
    Object.entries(EFFORT_SECONDS).flatMap(([kind, targets]) =>
      targets.map((target) => ({ kind, target })),
    ),
  ),
}

const FOUND = sql`found.kind, found.target, found.value, found.start, found.elapsed,
  workouts.short_id, workouts.title, found.workout_date`

type BestsShape = { direction: Direction; isOfSpan: boolean }
type BestsValues = EffortOwner & Span & { blocks: string }

/** The workout that holds the best effort for a target that the query calls `wanted`. */
function holderOf({ direction, isOfSpan }: BestsShape, slot: Slots<BestsValues>): Raw {
  const { order } = WAYS[direction]
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

const bests = preparedByShape((shape: BestsShape) => (db, slot: Slots<BestsValues>) => ({
  compile: () =>
    sql<FoundEffort>`
      select ${FOUND}
      from json_each(${sql.lit(TARGETS[shape.direction])}) as wanted
        join efforts as found
          on found.kind = wanted.value ->> 'kind' and found.target = wanted.value ->> 'target'
          and found.workout_id = ${holderOf(shape, slot)}
        join workouts on workouts.id = found.workout_id
      order by wanted.key`.compile(db),
}))

/** The best effort for each target that there is one for, the targets of a kind in rising order. */
export async function listBests(db: Db, { span, ...owner }: EffortFilter): Promise<FoundEffort[]> {
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

/** Those for one target: of a span by the days, else all of them. */
const ofTarget = ({ isOfSpan }: TargetShape, slot: Slots<TargetValues>): Raw => {
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
    (db, slot: Slots<TargetValues & { perPage: number; skipped: number }>) => {
      // A plus sign keeps efforts of a span from being looked for among all those that are better.
      const value = shape.isOfSpan ? sql`+value` : sql`value`
      return {
        compile: () =>
          sql<FoundEffort>`
          with page as materialized (
            select workout_id, value, workout_date from efforts where ${ofTarget(shape, slot)}
            order by ${value} ${WAYS[direction].order}, workout_date, workout_id
            limit ${slot.perPage} offset ${slot.skipped}
          )
          select ${FOUND}
          from page
            join efforts as found on found.workout_id = page.workout_id
              and found.kind = ${slot.kind} and found.target = ${slot.target}
            join workouts on workouts.id = page.workout_id
          order by page.value ${WAYS[direction].order}, page.workout_date, page.workout_id`.compile(
            db,
          ),
      }
    },
)

const counts = rememberedByShape((shape: TargetShape) => (db, slot: Slots<TargetValues>) => ({
  compile: () =>
    sql<{ count: number }>`
      select count(*) as count from efforts where ${ofTarget(shape, slot)}`.compile(db),
}))

/** One page of the efforts for one target, the best first, and how many there are. */
export async function listRankedEfforts(
  db: Db,
  { span, ...wanted }: EffortFilter & OneTarget,
  { page, perPage }: PageRequest,
): Promise<Page<FoundEffort>> {
  const skipped = (page - 1) * perPage
  const isOfSpan = span !== undefined
  const values = { ...wanted, ...(span ?? ALL_TIME) }
  const query = ranking({ direction: directionOf(wanted.kind), isOfSpan })
  const rows = await query.all(db, { ...values, perPage, skipped })
  const known = totalOf({ skipped, perPage, shown: rows.length })
  return { rows, total: known ?? (await counts({ isOfSpan }).first(db, values))?.count ?? 0 }
}

/** An effort that was better than all before it. */
export interface ImprovedEffort extends FoundEffort {
  /** The value of the best until then; null for the first of all. */
  former: number | null
}

type ImprovingValues = EffortOwner & OneTarget & Span
type Improving = Slots<ImprovingValues & { wanted: number }>

/**
 * Efforts that were better than all before them, of the last of the sixty days in which there was one: as many of these as
 * are wanted are enough for a page that ends there.
 */
function improvingWith({ direction }: { direction: Direction }, slot: Improving): Raw {
  const { order, better, worst } = WAYS[direction]
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
    (db, slot: Slots<ImprovingValues & { wanted: number; perPage: number; skipped: number }>) => ({
      compile: () =>
        sql<ImprovedEffort>`
          ${improvingWith(shape, slot)}, page as materialized (
            select workout_id, workout_date, former from improved
            order by workout_date desc, workout_id desc
            limit ${slot.perPage} offset ${slot.skipped}
          )
          select ${FOUND}, page.former
          from page
            cross join efforts as found on found.workout_id = page.workout_id
              and found.kind = ${slot.kind} and found.target = ${slot.target}
            cross join workouts on workouts.id = found.workout_id
          order by found.workout_date desc, found.workout_id desc`.compile(db),
    }),
)

const improvements = rememberedByShape(
  (shape: { direction: Direction }) => (db, slot: Improving) => ({
    compile: () =>
      sql<{ count: number }>`
        ${improvingWith(shape, slot)} select count(*) as count from improved`.compile(db),
  }),
)

/**
 * One page of the efforts for one target that were each the best so far when they were made, the latest first, and how
 * many there are.
 */
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
  const known = totalOf({ skipped, perPage, shown: rows.length })
  if (known !== undefined) return { rows, total: known }
  const all = { ...values, wanted: ALL_BLOCKS }
  return { rows, total: (await improvements(shape).first(db, all))?.count ?? 0 }
}

/** More than sixty days there are. */
const ALL_BLOCKS = 1_000_000
