import type { Insertable } from 'kysely'
import type { AppContext } from '@/services/context'
import type { Snapshot, SourceRow } from '@/services/postgres/snapshot'
import type { InTransaction } from '@/store/db/connections/transact'
import type { SportRow } from '@/store/db/queries/catalogue/sports'
import { insertMigrated, type MoveFinding } from '@/store/db/queries/tasks/server-migrations'
import type { Tables } from '@/store/db/schema/tables.gen'

export type MigrationTx = InTransaction<AppContext>

/** A migration in progress. */
export interface Migration {
  ctx: AppContext
  snapshot: Snapshot
  /** The folder `uploads` of the source server. */
  uploads: string
  /** Sports and equipment types of this server by their ids on the source server. */
  sports: ReadonlyMap<number, SportRow>
  equipmentTypes: ReadonlyMap<number, number>
  /** Whether files are read but not stored. */
  isDryRun: boolean
}

/** An item to migrate. */
export interface MigrationItem {
  /** Its name in the report. */
  subject: string
  /** Inserts it. @throws SkippedRowError, or constraint errors of the database */
  write: (tx: MigrationTx) => Promise<void>
  /** Problems to report although it is migrated. */
  findings?: readonly Pick<MoveFinding, 'result' | 'detail'>[]
  /** Deletes files that were stored for it, if it cannot be migrated. */
  discard?: () => Promise<void>
}

/** A step migrates the rows of one table, ordered by key. */
export interface Step {
  name: string
  table: string
  /** Columns with integers or UUIDs. */
  key: readonly string[]
  /** If one of these columns is missing, the version of the database is not supported. */
  required: readonly string[]
  /** Columns that may be missing. */
  optional: readonly string[]
  /** Optional columns that only exist since FitTrackee 1.3, so that nothing is lost if they are missing. */
  recent?: readonly string[]
  /** Whether the whole table only exists since FitTrackee 1.3. */
  isRecent?: boolean
  /** Number of rows per transaction. */
  atOnce: number
  prepare: (migration: Migration, rows: readonly SourceRow[]) => Promise<MigrationItem[]>
}

const BATCH_SIZE = 500

/** Creates a step for a table whose rows can be migrated one by one, without other tables. */
export const rowStep = (
  facts: Pick<Step, 'name' | 'table' | 'required'> & { key?: string[]; optional?: string[] },
  write: (row: SourceRow, migration: Migration) => MigrationItem['write'],
): Step => {
  const { key = ['id'], optional = [], required, ...names } = facts
  return {
    ...names,
    key,
    required: [...new Set([...key, ...required])],
    optional,
    atOnce: BATCH_SIZE,
    prepare: async (migration, rows) =>
      rows.map((row) => ({
        subject: key.map((column) => `${column} ${row[column]}`).join(', '),
        // Errors in a row are thrown when it is written.
        write: async (tx) => write(row, migration)(tx),
      })),
  }
}

/** Returns a function that inserts a row. */
export const into =
  <Table extends keyof Tables>(
    table: Table,
    row: Insertable<Tables[Table]>,
  ): MigrationItem['write'] =>
  (tx) =>
    insertMigrated(tx.db, table, row)
