import { sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'

/**
 * The replication position of a database: a number in the header of the file that the writing server increments on
 * request. A replica contains every change up to its position.
 */
export async function readPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`
    select user_version from pragma_user_version`.execute(db)
  return rows[0]?.user_version ?? 0
}

/** Increments the position by `by` and returns the new one. */
export async function advancePosition(tx: Tx, by = 1): Promise<number> {
  const position = ((await readPosition(tx)) + by) % LIMIT
  await sql`pragma user_version = ${sql.lit(position)}`.execute(tx)
  return position
}

/** The position has 31 bits, enough for many years. */
const LIMIT = 2 ** 31
