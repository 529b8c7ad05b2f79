import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { listAfter, type NextRows } from '@/store/db/pages-by-id'
import { type MoveResult, toSqlBool } from '@/store/db/schema/columns'
import type { ServerMoveStepsTable, ServerMovesTable, Tables } from '@/store/db/schema/tables.gen'

export type ServerMoveRow = Selectable<ServerMovesTable>
export type ServerMoveStepRow = Selectable<ServerMoveStepsTable>

/** The migration of another server to this one, if there was one. */
export const findServerMove = (db: Db): Promise<ServerMoveRow | undefined> =>
  db.selectFrom('server_moves').selectAll().executeTakeFirst()

export const insertServerMove = (db: Tx, move: { source: string; started_at: number }) =>
  db
    .insertInto('server_moves')
    .values({ id: 1, ...move })
    .execute()

export const finishServerMove = (db: Tx, now: number) =>
  db.updateTable('server_moves').set({ finished_at: now }).execute()

/** The progress of each step of a migration, in order. */
export const listMoveSteps = (db: Db): Promise<ServerMoveStepRow[]> =>
  db.selectFrom('server_move_steps').selectAll().orderBy(sql.ref('rowid')).execute()

/** Stores the progress of a step, in the transaction that stored the migrated rows. */
export async function saveMoveStep(
  db: Tx,
  { is_done, ...step }: Omit<Insertable<ServerMoveStepsTable>, 'is_done'> & { is_done: boolean },
): Promise<void> {
  const row = { ...step, is_done: toSqlBool(is_done) }
  await db
    .insertInto('server_move_steps')
    .values(row)
    .onConflict((conflict) => conflict.column('step').doUpdateSet(row))
    .execute()
}

/** A problem or difference to report about a migration. */
export interface MoveFinding {
  /** The kind of things. */
  step: string
  /** The name of the item, as users know it. */
  subject: string
  result: MoveResult
  detail: string
}

export const insertMoveFinding = (db: Tx, finding: MoveFinding) =>
  db.insertInto('server_move_findings').values(finding).execute()

/** The next findings, in chronological order. */
export const listMoveFindings = (
  db: Db,
  next: NextRows,
): Promise<(MoveFinding & { id: number })[]> =>
  listAfter(db.selectFrom('server_move_findings').selectAll(), next)

/** Inserts a row as it was on another server, with its id. */
export const insertMigrated = async <Table extends keyof Tables>(
  db: Tx,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<void> => {
  await db.insertInto(table).values(row).execute()
}
