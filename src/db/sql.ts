import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** The values of a list of any length as one parameter, for use after `in`; the number of parameters is limited. */
export const anyOf = <Value extends string | number>(values: Iterable<Value>): RawBuilder<Value> =>
  sql`(select value from json_each(${JSON.stringify([...values])}))`

/** The same for a list that is given as JSON: the slot of a prepared query. */
export const anyIn = <Value extends string | number>(json: RawBuilder<string>): RawBuilder<Value> =>
  sql`(select value from json_each(${json}))`

/** Which page of a list is wanted; the first is 1. */
export interface PageRequest {
  page: number
  perPage: number
}

/** One page of a list, and how many rows there are on all pages. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** A query that selects rows, but no columns yet. */
type Rows<Database, Tables extends keyof Database> = SelectQueryBuilder<
  Database,
  Tables,
  Record<never, never>
>

export async function countRows<Database, Tables extends keyof Database>(
  query: Rows<Database, Tables>,
): Promise<number> {
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

export async function hasRows<Database, Tables extends keyof Database>(
  query: Rows<Database, Tables>,
): Promise<boolean> {
  const row = await query.select(sql.lit(1).as('one')).limit(1).executeTakeFirst()
  return row !== undefined
}

/** One page of the rows of a query; `show` says what is selected and in which order. */
export async function listPage<Database, Tables extends keyof Database, Row>(
  query: Rows<Database, Tables>,
  { page, perPage }: PageRequest,
  show: (query: Rows<Database, Tables>) => SelectQueryBuilder<Database, Tables, Row>,
): Promise<Page<Row>> {
  const skipped = (page - 1) * perPage
  const rows = await show(query).limit(perPage).offset(skipped).execute()
  return {
    rows,
    total: totalOf({ skipped, perPage, shown: rows.length }) ?? (await countRows(query)),
  }
}

/** How many rows there are on all pages, when a page that is not full tells it. */
export function totalOf({
  skipped,
  perPage,
  shown,
}: {
  skipped: number
  perPage: number
  shown: number
}): number | undefined {
  const isLast = shown > 0 || skipped === 0
  return isLast && shown < perPage ? skipped + shown : undefined
}

/** One page of ids, and how many rows there are on all pages. */
export interface IdPage {
  ids: number[]
  total: number
}

/** Like `listPage`, where `show` selects nothing but an id. */
export async function listIdPage<Database, Tables extends keyof Database>(
  ...args: Parameters<typeof listPage<Database, Tables, { id: number }>>
): Promise<IdPage> {
  const { rows, total } = await listPage(...args)
  return { ids: rows.map(({ id }) => id), total }
}

/** Rows that one statement inserts: so many that its cost is that of the rows, so few that nobody waits for it. */
const BATCH = 100

/** Does something with a few items at a time; what else there is to do gets its turn in between. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    if (start > 0) await new Promise(setImmediate)
    await work(items.slice(start, start + BATCH))
  }
}
