import { type Insertable, type Selectable, sql } from 'kysely'
import { type MoveResult, toSqlBool } from '@/db/columns'
import type { Db } from '@/db/open'
import type { ServerMoveStepsTable, ServerMovesTable, Tables } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export type ServerMoveRow = Selectable<ServerMovesTable>
export type ServerMoveStepRow = Selectable<ServerMoveStepsTable>

/** The move of another server into this one, if there was one. */
export const findServerMove = (db: Db): Promise<ServerMoveRow | undefined> =>
  db.selectFrom('server_moves').selectAll().executeTakeFirst()

export const insertServerMove = (db: Tx, move: { source: string; started_at: number }) =>
  db
    .insertInto('server_moves')
    .values({ id: 1, ...move })
    .execute()

export const finishServerMove = (db: Tx, now: number) =>
  db.updateTable('server_moves').set({ finished_at: now }).execute()

/** How far each kind of things has come, in the order in which they are moved. */
export const listMoveSteps = (db: Db): Promise<ServerMoveStepRow[]> =>
  db.selectFrom('server_move_steps').selectAll().orderBy(sql.ref('rowid')).execute()

/** Notes how far a kind of things has come: in the transaction that moved them. */
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

/** Something to be told about a move. */
export interface MoveFinding {
  /** The kind of things. */
  step: string
  /** Which one, as people would look for it. */
  subject: string
  result: MoveResult
  detail: string
}

export const insertMoveFinding = (db: Tx, finding: MoveFinding) =>
  db.insertInto('server_move_findings').values(finding).execute()

/** The next findings, in the order in which they came up. */
export const listMoveFindings = (
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<(MoveFinding & { id: number })[]> =>
  db
    .selectFrom('server_move_findings')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Inserts a row as it was on another server, with its id. */
export const insertMoved = async <Table extends keyof Tables>(
  db: Tx,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<void> => {
  await db.insertInto(table).values(row).execute()
}
