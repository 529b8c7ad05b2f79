import { openArchive, recordingsOf } from '@/api/workout-upload/archive'
import { refusalOf } from '@/api/workout-upload/archive-service'
import { type Import, importRecording } from '@/api/workout-upload/service'
import { unpackRecording } from '@/api/workout-upload/unpack'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { loadEquipments } from '@/db/queries/equipments'
import { findSport } from '@/db/queries/sports'
import { countTaskErrors, saveTaskError } from '@/db/queries/user-task-errors'
import { findTaskById, type TaskRow, updateTask } from '@/db/queries/user-tasks'
import { getUserById } from '@/db/queries/users'
import { type InTransaction, transact } from '@/db/transact'
import { notify } from '@/notify/notify'
import { isOpenTask } from '@/policy/task'
import type { ZipArchive } from '@/tracks/formats/zip'
import type { Failure, TaskHandler, Turn } from './handler'

const FAILURES: Record<Failure, string> = {
  time: 'upload execution time exceeding limit',
  fault: 'error during archive processing',
}
const MISSING = 'archive file does not exist'

type Transaction = InTransaction<AppContext>

/**
 * Goes through an uploaded archive, one transaction per file: the workout, records and totals, and the position in the
 * archive are committed together, so that after a crash the task goes on exactly after the last finished file.
 */
export const archiveUpload: TaskHandler = { work, fail }

async function work(ctx: AppContext, task: TaskRow, turn: Turn): Promise<void> {
  const path = task.file_path
  if (!path || !(await ctx.files.exists(path))) return closeErrored(ctx, task, MISSING)
  const archive = await openArchive(ctx.files.pathOf(path))
  try {
    await goThrough(ctx, { task, archive, prepared: await prepare(ctx, task), turn })
  } finally {
    archive.close()
  }
  await removeWhenAborted(ctx, task)
}

interface Passage {
  task: TaskRow
  archive: ZipArchive
  prepared: Omit<Import, 'file' | 'alongside'>
  turn: Turn
}

async function goThrough(
  ctx: AppContext,
  { task, archive, prepared, turn }: Passage,
): Promise<void> {
  const { max_single_file_size: mostBytes } = await getAppConfig(ctx.db)
  const entries = recordingsOf(archive)
  for (let done = task.files_done; done < entries.length; done += 1) {
    const entry = entries[done]
    if (!entry || (await turn.isOver())) return
    const position = { task, done: done + 1 }
    try {
      const file = await unpackRecording(ctx, archive, { entry, mostBytes })
      const alongside = (tx: Transaction) => advance(tx, position, { created: 1 })
      await importRecording(ctx, { ...prepared, file, alongside })
    } catch (error) {
      const message = refusalOf(error)
      await transact(ctx, async (tx) => {
        await saveTaskError(tx.db, { task_id: task.id, path: entry.name, message })
        await advance(tx, position, { created: 0 })
      })
    }
  }
}

/** Moves on by one file; after the last one the task is over, and its user is told. */
async function advance(
  tx: Transaction,
  { task, done }: { task: TaskRow; done: number },
  { created }: { created: number },
): Promise<void> {
  const isLast = done === task.files_count
  const errored = isLast && (await countTaskErrors(tx.db, task.id)) > 0
  const current = await findTaskById(tx.db, task.id)
  await updateTask(tx.db, task.id, {
    files_done: done,
    progress: Math.floor((100 * done) / task.files_count),
    new_workouts_count: (current?.new_workouts_count ?? 0) + created,
    error: null,
    updated_at: tx.clock.now(),
    ...(errored && { is_errored: 1 }),
  })
  if (isLast) await close(tx, task)
}

async function close(tx: Transaction, task: TaskRow): Promise<void> {
  await notify(tx, 'archive_uploaded', { userId: task.user_id, taskId: task.id })
  const archive = task.file_path
  if (archive) tx.afterCommit(() => tx.files.remove(archive))
}

async function closeErrored(ctx: AppContext, task: TaskRow, error: string): Promise<void> {
  await transact(ctx, async (tx) => {
    await updateTask(tx.db, task.id, { is_errored: 1, error, updated_at: tx.clock.now() })
    await close(tx, task)
  })
}

async function fail(ctx: AppContext, taskId: number, why: Failure): Promise<void> {
  const task = await findTaskById(ctx.db, taskId)
  if (task && isOpenTask(task)) await closeErrored(ctx, task, FAILURES[why])
}

/** The archive of a task that was aborted (or deleted) meanwhile is of no more use. */
async function removeWhenAborted(ctx: AppContext, { id, file_path }: TaskRow): Promise<void> {
  const task = await findTaskById(ctx.db, id)
  if (file_path && (!task || task.is_aborted)) await ctx.files.remove(file_path)
}

async function prepare(ctx: AppContext, task: TaskRow): Promise<Passage['prepared']> {
  const { data, equipmentIds } = JSON.parse(task.options)
  const sport = await findSport(ctx.db, task.sport_id ?? 0)
  if (!sport) throw new Error(`task ${task.id} has no sport`)
  const items = await loadEquipments(ctx.db, equipmentIds)
  const user = await getUserById(ctx.db, task.user_id)
  return { user, sport, data, equipments: [...items.values()] }
}
