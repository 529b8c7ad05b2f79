import type { Insertable } from 'kysely'
import type { AppContext } from '@/context'
import { insertMoved, type MoveFinding } from '@/db/queries/server-moves'
import type { SportRow } from '@/db/queries/sports'
import type { Tables } from '@/db/tables.gen'
import type { InTransaction } from '@/db/transact'
import type { Snapshot, SourceRow } from '@/postgres/snapshot'

export type MoveTx = InTransaction<AppContext>

/** A server that is being moved here. */
export interface Move {
  ctx: AppContext
  snapshot: Snapshot
  /** Its folder `uploads`. */
  uploads: string
  /** Sports and types of equipment here by their ids there. */
  sports: ReadonlyMap<number, SportRow>
  equipmentTypes: ReadonlyMap<number, number>
  /** Files are read, but not kept. */
  isDryRun: boolean
}

/** One thing that is about to be moved. */
export interface Thing {
  /** What it is called in the report. */
  subject: string
  /** Stores it. @throws Missed, or what the constraints of the tables refuse */
  write: (tx: MoveTx) => Promise<void>
  /** What is to be told although it is moved. */
  findings?: readonly Pick<MoveFinding, 'result' | 'detail'>[]
  /** Takes back what was made for it outside of the database. */
  discard?: () => Promise<void>
}

/** A kind of things, which are moved in the order of a key. */
export interface Step {
  name: string
  table: string
  /** Columns of whole numbers. */
  key: readonly string[]
  /** Without these columns the database is of a version that is not known. */
  required: readonly string[]
  /** Those that may be missing. */
  optional: readonly string[]
  /** Rows of one transaction. */
  atOnce: number
  prepare: (move: Move, rows: readonly SourceRow[]) => Promise<Thing[]>
}

const ROWS_AT_ONCE = 500

/** A kind of things each of which is one row, and needs nothing but what is in it. */
export const rowStep = (
  facts: Pick<Step, 'name' | 'table' | 'required'> & { key?: string[]; optional?: string[] },
  write: (row: SourceRow, move: Move) => Thing['write'],
): Step => {
  const { key = ['id'], optional = [], required, ...names } = facts
  return {
    ...names,
    key,
    required: [...new Set([...key, ...required])],
    optional,
    atOnce: ROWS_AT_ONCE,
    prepare: async (move, rows) =>
      rows.map((row) => ({
        subject: key.map((column) => `${column} ${row[column]}`).join(', '),
        // What is wrong with a row is told when it would be written.
        write: async (tx) => write(row, move)(tx),
      })),
  }
}

/** Stores a row. */
export const into =
  <Table extends keyof Tables>(table: Table, row: Insertable<Tables[Table]>): Thing['write'] =>
  (tx) =>
    insertMoved(tx.db, table, row)
