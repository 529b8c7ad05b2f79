import { type SelectQueryBuilder, sql } from 'kysely'

/** The part of a list to return: up to `limit` rows whose ids follow an id. */
export interface NextRows {
  after: number
  limit: number
}

/** Returns the next rows of a query, ordered by id. */
export const listAfter = <Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { after, limit }: NextRows,
): Promise<Row[]> =>
  query.where(sql<boolean>`id > ${after}`).orderBy(sql`id`).limit(limit).execute()

/**
 * Yields all rows in pages, ordered by id. `read` returns the rows after an id, and an empty page at the end. The next
 * page is read only when it is requested.
 */
export async function* pagesById<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/** Yields all rows, ordered by id, of which one page at a time is in memory. */
export async function* rowsById<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for await (const rows of pagesById(read)) yield* rows
}
