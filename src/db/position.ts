import { sql } from 'kysely'
import type { Db } from './open'
import type { Tx } from './transact'

/**
 * How far a database has come: a number that the server that writes counts up when asked to, in the header of the
 * file. Whoever reads a copy knows by it whether it holds a change.
 */
export async function readPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`
    select user_version from pragma_user_version`.execute(db)
  return rows[0]?.user_version ?? 0
}

/** Counts it up by one, or more, and returns it. */
export async function advancePosition(tx: Tx, by = 1): Promise<number> {
  const position = ((await readPosition(tx)) + by) % LARGEST
  await sql`pragma user_version = ${sql.lit(position)}`.execute(tx)
  return position
}

/** It has 31 bits, for more years than a server will run. */
const LARGEST = 2 ** 31
