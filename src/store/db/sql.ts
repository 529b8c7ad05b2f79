import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** Binds a list of any length as one parameter, for use after `in`; SQLite limits the number of parameters. */
export const anyOf = <Value extends string | number>(values: Iterable<Value>): RawBuilder<Value> =>
  sql`(select value from json_each(${JSON.stringify([...values])}))`

/** Like `anyOf`, for a list in JSON, such as a placeholder of a prepared query. */
export const anyIn = <Value extends string | number>(json: RawBuilder<string>): RawBuilder<Value> =>
  sql`(select value from json_each(${json}))`

/** The page of a list to return; the first is 1. */
export interface PageRequest {
  page: number
  perPage: number
}

/** One page of a list, and the number of rows on all pages. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** A query without selected columns. */
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

/** Returns one page of the rows of a query. `show` selects columns and sets the order. */
export async function listPage<Database, Tables extends keyof Database, Row>(
  query: Rows<Database, Tables>,
  { page, perPage }: PageRequest,
  show: (query: Rows<Database, Tables>) => SelectQueryBuilder<Database, Tables, Row>,
): Promise<Page<Row>> {
  const skipped = (page - 1) * perPage
  const rows = await show(query).limit(perPage).offset(skipped).execute()
  return {
    rows,
    total: totalOf({ skipped, perPage, shownRows: rows.length }) ?? (await countRows(query)),
  }
}

/** The number of rows on all pages if it follows from a page that is not full; undefined otherwise. */
export function totalOf({
  skipped,
  perPage,
  shownRows,
}: {
  skipped: number
  perPage: number
  shownRows: number
}): number | undefined {
  const isLast = shownRows > 0 || skipped === 0
  return isLast && shownRows < perPage ? skipped + shownRows : undefined
}

/** One page of ids, and the number of rows on all pages. */
export interface IdPage {
  ids: number[]
  total: number
}

/** Like `listPage`, for queries in which `show` selects only an id. */
export async function listIdPage<Database, Tables extends keyof Database>(
  ...args: Parameters<typeof listPage<Database, Tables, { id: number }>>
): Promise<IdPage> {
  const { rows, total } = await listPage(...args)
  return { ids: rows.map(({ id }) => id), total }
}

/**
 * Rows inserted by one statement: enough to make its fixed cost negligible, few enough that other work does not wait
 * noticeably.
 */
const BATCH = 100

/** Processes items in batches and yields to the event loop in between. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    if (start > 0) await new Promise(setImmediate)
    await work(items.slice(start, start + BATCH))
  }
}

/** A random id of 32 hexadecimal digits, different in each row that a statement writes. */
export const RANDOM_ID = sql<string>`lower(hex(randomblob(16)))`
