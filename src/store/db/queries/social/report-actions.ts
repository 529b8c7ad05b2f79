import type { Insertable, Selectable } from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { ActionType } from '@/store/db/schema/columns'
import type { ReportActionsTable } from '@/store/db/schema/tables.gen'
import { anyIn, anyOf, hasRows, listPage, type Page, type PageRequest } from '@/store/db/sql'

export type ReportActionRow = Selectable<ReportActionsTable>
export type NewReportAction = Insertable<ReportActionsTable>

/** Actions that lift a sanction or change only the report. */
export const NO_SANCTIONS: readonly ActionType[] = [
  'report_reopening',
  'report_resolution',
  'user_unsuspension',
  'user_warning_lifting',
  'comment_unsuspension',
  'workout_unsuspension',
]

export const insertReportAction = (db: Tx, action: NewReportAction): Promise<ReportActionRow> =>
  db.insertInto('report_actions').values(action).returningAll().executeTakeFirstOrThrow()

/** The actions of these reports in chronological order. */
export const listActionsOfReports = (
  db: Db,
  reportIds: readonly number[],
): Promise<ReportActionRow[]> =>
  db
    .selectFrom('report_actions')
    .selectAll()
    .where('report_id', 'in', anyOf(reportIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const byIds = cachedQuery((db, wanted: Placeholders<{ ids: string }>) =>
  db.selectFrom('report_actions').selectAll().where('id', 'in', anyIn<number>(wanted.ids)),
)

export const listActionsByIds = async (
  db: Db,
  ids: readonly number[],
): Promise<ReportActionRow[]> =>
  ids.length === 0 ? [] : byIds.all(db, { ids: JSON.stringify(ids) })

export const getReportAction = (db: Db, id: number): Promise<ReportActionRow> =>
  db.selectFrom('report_actions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** An action against a user, of any type. */
export const findActionAgainst = (
  db: Db,
  userId: number,
  shortId: string,
): Promise<ReportActionRow | undefined> =>
  db
    .selectFrom('report_actions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('short_id', '=', shortId)
    .executeTakeFirst()

/** One page of the sanctions against a user, newest first. */
export const listSanctionsAgainst = (
  db: Db,
  userId: number,
  request: PageRequest,
): Promise<Page<ReportActionRow>> =>
  listPage(
    db
      .selectFrom('report_actions')
      .where('user_id', '=', userId)
      .where('action_type', 'not in', anyOf(NO_SANCTIONS)),
    request,
    (sanctions) => sanctions.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
  )

/** Whether an action of a type was taken in a report against a user. */
export const hasAction = (
  db: Db,
  { reportId, userId, type }: { reportId: number; userId: number; type: ActionType },
): Promise<boolean> =>
  hasRows(
    db
      .selectFrom('report_actions')
      .where('report_id', '=', reportId)
      .where('user_id', '=', userId)
      .where('action_type', '=', type),
  )

/** Returns those reports in which a user was warned. */
export async function listWarnedReports(
  db: Db,
  reportIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('report_actions')
    .select('report_id')
    .where('report_id', 'in', anyOf(reportIds))
    .where('action_type', '=', 'user_warning')
    .execute()
  return new Set(rows.map((row) => row.report_id))
}

/** Types of objects that can be suspended, with their column and type of action. */
const SUSPENSIONS = {
  user: { column: 'user_id', type: 'user_suspension' },
  comment: { column: 'comment_id', type: 'comment_suspension' },
  workout: { column: 'workout_id', type: 'workout_suspension' },
} as const
export type Suspendable = keyof typeof SUSPENSIONS

const suspensionsOf = (what: Suspendable) =>
  cachedQuery((db, wanted: Placeholders<{ ids: string }>) =>
    db
      .selectFrom('report_actions')
      .selectAll()
      .where(SUSPENSIONS[what].column, 'in', anyIn<number>(wanted.ids))
      .where('action_type', '=', SUSPENSIONS[what].type)
      .orderBy('created_at')
      .orderBy('id'),
  )

const suspensions = {
  user: suspensionsOf('user'),
  comment: suspensionsOf('comment'),
  workout: suspensionsOf('workout'),
}

/** The latest suspension of each of these users, comments or workouts, by their ids. */
export async function loadLatestSuspensions(
  db: Db,
  what: Suspendable,
  ids: readonly number[],
): Promise<Map<number, ReportActionRow>> {
  if (ids.length === 0) return new Map()
  const { column } = SUSPENSIONS[what]
  const rows = await suspensions[what].all(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map((row) => [row[column] ?? 0, row]))
}
