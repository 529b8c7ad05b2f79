import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { ActionType } from '@/store/db/schema/columns'
import type { AppealsTable } from '@/store/db/schema/tables.gen'
import {
  anyIn,
  anyOf,
  countRows,
  hasRows,
  type IdPage,
  listPage,
  type PageRequest,
} from '@/store/db/sql'

export type AppealRow = Selectable<AppealsTable>

export const insertAppeal = (db: Tx, appeal: Insertable<AppealsTable>) =>
  db.insertInto('appeals').values(appeal).execute()

export const findAppeal = (db: Db, shortId: string): Promise<AppealRow | undefined> =>
  db.selectFrom('appeals').selectAll().where('short_id', '=', shortId).executeTakeFirst()

/** The action that an appeal contests, and its report. */
export const findAppealedAction = (db: Db, id: number) =>
  db
    .selectFrom('appeals')
    .innerJoin('report_actions', 'report_actions.id', 'appeals.action_id')
    .select(['action_id', 'report_id'])
    .where('appeals.id', '=', id)
    .executeTakeFirst()

export const updateAppeal = (
  db: Tx,
  id: number,
  changes: Updateable<AppealsTable>,
): Promise<AppealRow> =>
  db
    .updateTable('appeals')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Whether a user has appealed against an action. */
export const hasAppealed = (db: Db, userId: number, actionId: number): Promise<boolean> =>
  hasRows(db.selectFrom('appeals').where('action_id', '=', actionId).where('user_id', '=', userId))

const ofActions = cachedQuery((db, wanted: Placeholders<{ actionIds: string }>) =>
  db.selectFrom('appeals').selectAll().where('action_id', 'in', anyIn<number>(wanted.actionIds)),
)

/** The appeals against these actions, by the id of the action. */
export async function loadAppeals(
  db: Db,
  actionIds: readonly number[],
): Promise<Map<number, AppealRow>> {
  if (actionIds.length === 0) return new Map()
  const rows = await ofActions.all(db, { actionIds: JSON.stringify(actionIds) })
  return new Map(rows.map((row) => [row.action_id, row]))
}

/**
 * Appeals without a decision. Nothing can be decided about deleted comments and workouts. Uses the same text as the
 * condition of the partial index.
 */
const waiting = (db: Db) =>
  db
    .selectFrom('appeals')
    .where('updated_at', 'is', null)
    .where(sql<boolean>`exists (select 1 from report_actions as appealed
      where appealed.id = appeals.action_id
      and (appealed.action_type <> 'comment_suspension' or appealed.comment_id is not null)
      and (appealed.action_type <> 'workout_suspension' or appealed.workout_id is not null))`)

export const countWaitingAppeals = (db: Db): Promise<number> => countRows(waiting(db))

/** One page of the ids of the actions with an appeal that waits for a decision, the oldest appeal first. */
export async function listWaitingActions(db: Db, request: PageRequest): Promise<IdPage> {
  const { rows, total } = await listPage(waiting(db), request, (appeals) =>
    appeals.select('action_id').orderBy('created_at').orderBy('id'),
  )
  return { ids: rows.map(({ action_id }) => action_id), total }
}

/** The number of appeals without a decision in each of these reports that has any. */
export async function countWaitingByReport(
  db: Db,
  reportIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await waiting(db)
    .innerJoin('report_actions', 'report_actions.id', 'appeals.action_id')
    .select(({ fn }) => ['report_id', fn.countAll<number>().as('count')])
    .where('report_id', 'in', anyOf(reportIds))
    .groupBy('report_id')
    .execute()
  return new Map(rows.map(({ report_id, count }) => [report_id, count]))
}

/** Closes the appeals against the actions of a type in a report without a decision. */
export const closeAppeals = (
  db: Tx,
  { reportId, type, now }: { reportId: number; type: ActionType; now: number },
) =>
  db
    .updateTable('appeals')
    .set({ is_approved: null, updated_at: now })
    .where('action_id', 'in', (eb) =>
      eb
        .selectFrom('report_actions')
        .select('report_actions.id')
        .where('report_id', '=', reportId)
        .where('action_type', '=', type),
    )
    .execute()
