import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { type SqlBool, TASK_COMPLETE, type TaskType } from '@/store/db/schema/columns'
import type { UserTasksTable } from '@/store/db/schema/tables.gen'
import { anyIn, anyOf, hasRows, listPage, type Page, type PageRequest } from '@/store/db/sql'

export type TaskRow = Selectable<UserTasksTable>
export type TaskChanges = Updateable<UserTasksTable>

export const insertTask = (db: Tx, task: Insertable<UserTasksTable>): Promise<TaskRow> =>
  db.insertInto('user_tasks').values(task).returningAll().executeTakeFirstOrThrow()

export const updateTask = (db: Tx, id: number, changes: TaskChanges): Promise<TaskRow> =>
  db
    .updateTable('user_tasks')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findTaskById = (db: Db, id: number): Promise<TaskRow | undefined> =>
  db.selectFrom('user_tasks').selectAll().where('id', '=', id).executeTakeFirst()

export const findTask = (
  db: Db,
  { shortId, type }: { shortId: string; type?: TaskType },
): Promise<TaskRow | undefined> =>
  db
    .selectFrom('user_tasks')
    .selectAll()
    .where('short_id', '=', shortId)
    .$if(type !== undefined, (tasks) => tasks.where('type', '=', type ?? 'user_data_export'))
    .executeTakeFirst()

/** The newest archive upload that failed and matches the given values. */
export const findErroredUpload = (
  db: Db,
  facts: Pick<
    TaskRow,
    'user_id' | 'error' | 'original_file_name' | 'file_size' | 'files_count' | 'options'
  >,
): Promise<TaskRow | undefined> =>
  db
    .selectFrom('user_tasks')
    .selectAll()
    .where('type', '=', 'workouts_archive_upload')
    .where('is_errored', '=', 1)
    .where((eb) => eb.and(facts))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const byIds = cachedQuery((db, wanted: Placeholders<{ ids: string }>) =>
  db.selectFrom('user_tasks').selectAll().where('id', 'in', anyIn<number>(wanted.ids)),
)

/** Tasks by row id; deleted ones are missing. */
export async function loadTasks(db: Db, ids: readonly number[]): Promise<Map<number, TaskRow>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds.all(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The newest task of a user and type. */
export const findLatestTask = (db: Db, userId: number, type: TaskType) =>
  db
    .selectFrom('user_tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const deleteTask = (db: Tx, id: number) =>
  db.deleteFrom('user_tasks').where('id', '=', id).execute()

/**
 * One page of a user's tasks of a type, newest first, and their number; optionally including imports that finished
 * within their request.
 */
export const listTasksOf = (
  db: Db,
  { userId, type, withAtOnce }: { userId: number; type: TaskType; withAtOnce: boolean },
  request: PageRequest,
): Promise<Page<TaskRow>> =>
  listNewestFirst(
    db
      .selectFrom('user_tasks')
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .$if(!withAtOnce, (tasks) => tasks.where(sql<SqlBool>`is_at_once = 0`)),
    request,
  )

const listNewestFirst = (tasks: ReturnType<typeof openTasks>, request: PageRequest) =>
  listPage(tasks, request, (query) => query.selectAll().orderBy('id', 'desc'))

/** Uses the same text as the condition of the partial index. */
const openTasks = (db: Db) =>
  db
    .selectFrom('user_tasks')
    .where(sql<SqlBool>`progress < ${sql.lit(TASK_COMPLETE)} and is_errored = 0 and is_aborted = 0`)

/** Whether a user has an open task of a type: neither finished, errored nor aborted. */
export const hasOpenTask = (db: Db, userId: number, type: TaskType): Promise<boolean> =>
  hasRows(openTasks(db).where('user_id', '=', userId).where('type', '=', type))

/** Whether there is another open task of the type of this one. */
export const hasOthers = (db: Db, { id, type }: Pick<TaskRow, 'id' | 'type'>): Promise<boolean> =>
  hasRows(openTasks(db).where('type', '=', type).where('id', '!=', id))

const queuedTasks = (db: Db, withRunning: boolean) =>
  openTasks(db).$if(!withRunning, (query) => query.where('progress', '=', 0))

/** How many tasks wait, by type; `withRunning` also counts those that have started. */
export async function countQueuedTasks(
  db: Db,
  withRunning: boolean,
): Promise<Map<TaskType, number>> {
  const rows = await queuedTasks(db, withRunning)
    .select((eb) => ['type', eb.fn.countAll<number>().as('count')])
    .groupBy('type')
    .execute()
  return new Map(rows.map(({ type, count }) => [type, count]))
}

/** One page of the waiting tasks of a type, on request with the running ones, newest first, and their number. */
export const listQueuedTasks = (
  db: Db,
  type: TaskType,
  request: PageRequest & { withRunning: boolean },
): Promise<Page<TaskRow>> =>
  listNewestFirst(queuedTasks(db, request.withRunning).where('type', '=', type), request)

/** States of tasks on the operations page. */
export const TASK_STATES = ['running', 'waiting', 'failed'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** A task counts as running between two time slices, too. */
const tasksIn = (db: Db, state: TaskState) =>
  state === 'failed'
    ? db
        .selectFrom('user_tasks')
        .where('is_errored', '=', 1)
        .where('is_aborted', '=', 0)
        .where('is_at_once', '=', 0)
        .where('progress', '<', TASK_COMPLETE)
    : openTasks(db).where((eb) =>
        state === 'running'
          ? eb.or([eb('claimed_by', 'is not', null), eb('progress', '>', 0)])
          : eb.and([eb('claimed_by', 'is', null), eb('progress', '=', 0)]),
      )

/** One page of the tasks of all users in a state, newest first, and their number. Imports that ended are not failed. */
export const listTasksInState = (
  db: Db,
  state: TaskState,
  request: PageRequest,
): Promise<Page<TaskRow>> => listNewestFirst(tasksIn(db, state), request)

/** Failed imports whose archives are still stored, those that failed last first. */
export const listRetainedUploads = (db: Db): Promise<TaskRow[]> =>
  tasksIn(db, 'failed')
    .selectAll()
    .where('type', '=', 'workouts_archive_upload')
    .where('file_path', 'is not', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/**
 * Imports that were aborted before an instant but still have an archive, because the server stopped, or an error
 * occurred, before the worker could delete it.
 */
export const listAbortedUploads = (db: Db, before: number): Promise<TaskRow[]> =>
  db
    .selectFrom('user_tasks')
    .selectAll()
    .where('type', '=', 'workouts_archive_upload')
    .where('is_aborted', '=', 1)
    .where('file_path', 'is not', null)
    .where('updated_at', '<', before)
    .execute()

/**
 * A worker's lease on a task. Leases whose last heartbeat is before `staleBefore` are void. So are those whose last
 * heartbeat is after `staleAfter`, because the clock has been set back since then.
 */
export interface Claim {
  worker: string
  now: number
  staleBefore: number
  staleAfter: number
}

/**
 * Leases the open task of a type that was served longest ago and has no other lease; undefined if there is none. Tasks
 * take turns, so that no user waits for another user's whole archive.
 */
export const claimNextTask = (db: Tx, type: TaskType, claim: Claim): Promise<TaskRow | undefined> =>
  claimWhere(db, claim, sql<boolean>`type = ${type}`)

/** Leases a task, unless it is closed or another worker has leased it. */
export const claimTask = (db: Tx, id: number, claim: Claim): Promise<TaskRow | undefined> =>
  claimWhere(db, claim, sql<boolean>`id = ${id}`)

const claimWhere = (
  db: Tx,
  { worker, now, staleBefore, staleAfter }: Claim,
  which: ReturnType<typeof sql<boolean>>,
) =>
  db
    .updateTable('user_tasks')
    .set({
      ...{ claimed_by: worker, heartbeat_at: now, served_at: now },
      // The worker with the previous lease has ended or hangs.
      crashes: sql<number>`crashes + (claimed_by is not null and claimed_by <> ${worker})`,
    })
    .where('id', '=', () =>
      openTasks(db)
        .select('id')
        .where((eb) =>
          eb.or([
            eb('claimed_by', 'is', null),
            eb('claimed_by', '=', worker),
            eb('heartbeat_at', '<', staleBefore),
            eb('heartbeat_at', '>', staleAfter),
          ]),
        )
        .where(which)
        .orderBy('served_at')
        .orderBy('id')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()

/** Renews the heartbeat of a leased task. */
export const showTaskAlive = (db: Tx, id: number, now: number) =>
  db.updateTable('user_tasks').set({ heartbeat_at: now }).where('id', '=', id).execute()

/** Releases a lease; does nothing if the task was deleted. */
export const releaseTask = (db: Tx, id: number, changes: { served_at: number; spent_ms: number }) =>
  db
    .updateTable('user_tasks')
    .set({ ...changes, claimed_by: null })
    .where('id', '=', id)
    .execute()

/** Records why a task is waiting. */
export const recordTaskTrouble = (db: Tx, id: number, error: string) =>
  db.updateTable('user_tasks').set({ error }).where('id', '=', id).execute()

/** The oldest tasks of a type that have not started; with `errored`, also those that failed. */
export const listWaitingTasks = (
  db: Db,
  { type, limit, errored }: { type: TaskType; limit: number; errored: boolean },
): Promise<TaskRow[]> =>
  db
    .selectFrom('user_tasks')
    .selectAll()
    .where('type', '=', type)
    .where('progress', '=', 0)
    .where('is_aborted', '=', 0)
    .where('is_errored', 'in', anyOf<SqlBool>(errored ? [0, 1] : [0]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Finished tasks of a type that were created before an instant. */
export const listTasksDoneBefore = (db: Db, type: TaskType, before: number): Promise<TaskRow[]> =>
  db
    .selectFrom('user_tasks')
    .selectAll()
    .where('type', '=', type)
    .where('progress', '=', TASK_COMPLETE)
    .where('is_errored', '=', 0)
    .where('is_aborted', '=', 0)
    .where('created_at', '<', before)
    .execute()

/**
 * Releases the leases of workers that died, and counts the crash for their tasks. Must be called before any work
 * starts.
 */
export const releaseLostLeases = (db: Tx, workers: readonly string[]) =>
  db
    .updateTable('user_tasks')
    .set((eb) => ({ claimed_by: null, crashes: eb('crashes', '+', 1) }))
    .where('claimed_by', 'in', anyOf(workers))
    .execute()

/** Releases the leases of a worker that stops before it is done. */
export const releaseClaimsOf = (db: Tx, worker: string) =>
  db.updateTable('user_tasks').set({ claimed_by: null }).where('claimed_by', '=', worker).execute()

/** Whether there is an open task during which the process has died. */
export const hasCrashedTasks = (db: Db): Promise<boolean> =>
  hasRows(openTasks(db).where('crashes', '>', 0))

/** The workers that hold claims. */
export async function listClaimants(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('user_tasks')
    .select('claimed_by')
    .distinct()
    .where('claimed_by', 'is not', null)
    .execute()
  return rows.flatMap(({ claimed_by }) => claimed_by ?? [])
}
