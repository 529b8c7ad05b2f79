import {
  type Expression,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { ReportedType } from '@/store/db/schema/columns'
import type { ReportCommentsTable, ReportsTable } from '@/store/db/schema/tables.gen'
import { anyIn, countRows, hasRows, listPage, type Page, type PageRequest } from '@/store/db/sql'
import { NO_SANCTIONS } from './report-actions'

export type ReportRow = Selectable<ReportsTable>
/** A moderator's note on a report. */
export type ReportCommentRow = Selectable<ReportCommentsTable>

export const insertReport = (db: Tx, report: Insertable<ReportsTable>): Promise<ReportRow> =>
  db.insertInto('reports').values(report).returningAll().executeTakeFirstOrThrow()

export const findReport = (db: Db, id: number): Promise<ReportRow | undefined> =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()

export const getReport = (db: Db, id: number): Promise<ReportRow> =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const byIds = cachedQuery((db, wanted: Placeholders<{ ids: string }>) =>
  db.selectFrom('reports').selectAll().where('id', 'in', anyIn<number>(wanted.ids)),
)

/** Reports by their ids. */
export async function loadReports(db: Db, ids: readonly number[]): Promise<Map<number, ReportRow>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds.all(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

export const updateReport = (
  db: Tx,
  id: number,
  changes: Updateable<ReportsTable>,
): Promise<ReportRow> =>
  db
    .updateTable('reports')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The reported object: its owner, and the comment or workout if it is one. */
export interface ReportedObject {
  type: ReportedType
  userId: number
  commentId: number | null
  workoutId: number | null
}

/** Whether a user has an unresolved report of the same object. */
export const hasOpenReport = (
  db: Db,
  reporterId: number,
  { type, userId, commentId, workoutId }: ReportedObject,
): Promise<boolean> =>
  hasRows(
    openReports(db)
      .where('reported_by', '=', reporterId)
      .where('object_type', '=', type)
      .where('reported_user_id', '=', userId)
      .where('reported_comment_id', 'is', commentId)
      .where('reported_workout_id', 'is', workoutId),
  )

export const countOpenReports = (db: Db): Promise<number> => countRows(openReports(db))

/** Uses the same text as the condition of the partial index. */
const openReports = (db: Db) => db.selectFrom('reports').where('is_resolved', '=', sql.lit(0))

/** Sort keys of the list of reports. */
export const REPORT_ORDERS = ['created_at', 'updated_at'] as const
export type ReportOrder = (typeof REPORT_ORDERS)[number]

/** A request for a page of reports. */
export interface ReportRequest extends PageRequest {
  /** An unknown type matches no reports. */
  type: string | undefined
  resolved: boolean | undefined
  /** Whether only reports with an appeal that waits for a decision match. */
  withWaitingAppeal: boolean
  /** Username of the reporter, case-sensitive; an unknown one is ignored. */
  reporter: string | undefined
  /** Username of the reported account or author; an unknown one matches no reports. */
  about: string | undefined
  /** Username of the moderator to whom reports are assigned; an unknown one matches no reports. */
  assignee: string | undefined
  isAssigned: boolean | undefined
  /** Whether the reports that sanctions of moderators created match. */
  isByModerator: boolean | undefined
  orderBy: ReportOrder
  order: 'asc' | 'desc'
}

/** One page of reports. When sorted by update, reports without updates come last, newest first. */
export async function searchReports(db: Db, request: ReportRequest): Promise<Page<ReportRow>> {
  const { order, orderBy } = request
  return listPage(await requested(db, request), request, (reports) =>
    reports
      .selectAll()
      .orderBy(orderBy, (by) => (order === 'asc' ? by.asc() : by.desc()).nullsLast())
      .orderBy('created_at', 'desc')
      .orderBy('id', orderBy === 'created_at' ? order : 'desc'),
  )
}

async function requested(db: Db, request: ReportRequest) {
  const { type, resolved, reporter, withWaitingAppeal } = request
  const { about, assignee, isAssigned, isByModerator } = request
  const reporterId = reporter === undefined ? undefined : await findExactly(db, reporter)
  const conditions: Expression<SqlBool>[] = []
  if (type !== undefined) conditions.push(sql`object_type = ${type}`)
  if (resolved !== undefined) conditions.push(sql`is_resolved = ${resolved ? 1 : 0}`)
  if (reporterId !== undefined) conditions.push(sql`reported_by = ${reporterId}`)
  if (about !== undefined) conditions.push(sql`reported_user_id = ${idOf(about)}`)
  if (assignee !== undefined) conditions.push(sql`assigned_to = ${idOf(assignee)}`)
  if (isAssigned !== undefined)
    conditions.push(isAssigned ? sql`assigned_to is not null` : sql`assigned_to is null`)
  if (isByModerator !== undefined) conditions.push(sql`is_by_moderator = ${isByModerator ? 1 : 0}`)
  if (withWaitingAppeal)
    conditions.push(sql`id in (select report_id from report_actions
      where id in (select action_id from appeals where updated_at is null)
      and (action_type <> 'comment_suspension' or comment_id is not null)
      and (action_type <> 'workout_suspension' or workout_id is not null))`)
  return db.selectFrom('reports').where((eb) => eb.and(conditions))
}

const idOf = (username: string) => sql`(select id from users where username = ${username})`

/** Takes the reports of an account that is no longer a moderator away from it. */
export const unassignReports = (db: Tx, userId: number) =>
  db.updateTable('reports').set({ assigned_to: null }).where('assigned_to', '=', userId).execute()

async function findExactly(db: Db, username: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', '=', username)
    .executeTakeFirst()
  return user?.username === username ? user.id : undefined
}

export const insertReportComment = (db: Tx, note: Insertable<ReportCommentsTable>) =>
  db.insertInto('report_comments').values(note).execute()

/** The notes on a report, oldest first. */
export const listReportNotes = (db: Db, reportId: number): Promise<ReportCommentRow[]> =>
  db
    .selectFrom('report_comments')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Counts of an account's reports and sanctions. */
export interface ModerationCounts {
  /** Reports by the account. */
  createdReports: number
  /** Reports about the account or its content. */
  receivedReports: number
  sanctions: number
}

export async function countModeration(db: Db, userId: number): Promise<ModerationCounts> {
  const counts = await moderation.first(db, { userId })
  if (!counts) throw new Error('no answer to a count')
  return counts
}

const moderation = cachedQuery((db, { userId }: Placeholders<{ userId: number }>) => ({
  compile: () =>
    sql<ModerationCounts>`select
      (select count(*) from reports
        where reported_by = ${userId} and is_by_moderator = 0) as createdReports,
      (select count(*) from reports
        where reported_user_id = ${userId} and is_by_moderator = 0) as receivedReports,
      (select count(*) from report_actions where user_id = ${userId}
        and action_type not in (${sql.join(NO_SANCTIONS)})) as sanctions`.compile(db),
}))
