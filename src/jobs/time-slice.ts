import { isDiskFailed, isDiskFull, isTransient } from '@/lib/system-errors'
import { isOpenTask } from '@/policy/task'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  findTaskById,
  hasOthers,
  recordTaskTrouble,
  releaseTask,
  showTaskAlive,
  type TaskRow,
} from '@/store/db/queries/tasks/user-tasks'
import type { TaskType } from '@/store/db/schema/columns'
import { dataExport } from './data-export'
import { MAX_CRASHES, type TaskHandler } from './handler'
import { archiveUpload } from './import-archive'
import { HEARTBEAT } from './leases'

/** The handler of each type of task. */
const HANDLERS: Record<TaskType, TaskHandler> = {
  workouts_archive_upload: archiveUpload,
  user_data_export: dataExport,
}

/** Bookkeeping about time slices only matters to this process, so that no request should wait for its fsync. */
const SYNCED_LATER = { syncedLater: true }

/** While no other task waits, a time slice may take this many times as long, as starting another one costs time. */
const LIMIT = 3

const NO_SPACE_LEFT = 'no space left on the server: the task continues when there is space'

/** How a time slice ended: `blocked` when no task can continue for now, `idle` when there was nothing to do. */
export type TimeSliceResult = 'worked' | 'blocked' | 'idle'

/**
 * Works on a claimed task for one time slice and releases its lease. Errors in the task mark it as errored; a full disk
 * or a locked database only delays it.
 */
export async function runTimeSlice(
  ctx: AppContext,
  task: TaskRow,
  isStopping: () => boolean,
): Promise<TimeSliceResult> {
  const handler = HANDLERS[task.type]
  const started = ctx.clock.elapsed()
  const maxSpent = ctx.config.taskTimeLimitSeconds * 1000
  const spent = () => task.spent_ms + ctx.clock.elapsed() - started
  let length = handler.timeSlice
  const extend = (milliseconds: number) => {
    length += milliseconds
  }
  const isDue = async () => {
    const worked = ctx.clock.elapsed() - started
    return worked >= length && (worked >= LIMIT * length || (await hasOthers(ctx.db, task)))
  }
  const isOver = async () =>
    isStopping() || spent() >= maxSpent || (await isDue()) || !(await isStillOpen(ctx, task.id))
  const alive = setInterval(() => void showAlive(ctx, task.id), HEARTBEAT)
  try {
    if (task.crashes >= MAX_CRASHES) {
      await handler.fail(ctx, task.id, 'crash')
      return 'worked'
    }
    await handler.work(ctx, task, { isOver, extend })
    if (spent() >= maxSpent) await handler.fail(ctx, task.id, 'time')
    return 'worked'
  } catch (error) {
    if (isTransient(error)) return await holdUp(ctx, task, error)
    ctx.log.error({ err: error, task: task.short_id }, 'background task failed')
    await handler.fail(ctx, task.id, 'error')
    return 'worked'
  } finally {
    clearInterval(alive)
    await release(ctx, task, spent())
  }
}

/** Failing to release the lease does no harm: this process can claim the task again. */
async function release(ctx: AppContext, { id }: TaskRow, spent: number): Promise<void> {
  try {
    const changes = { served_at: ctx.clock.now(), spent_ms: spent }
    await transact(ctx, ({ db }) => releaseTask(db, id, changes), SYNCED_LATER)
  } catch (error) {
    if (!isTransient(error)) throw error
  }
}

async function isStillOpen(ctx: AppContext, id: number): Promise<boolean> {
  const current = await findTaskById(ctx.db, id)
  return current !== undefined && isOpenTask(current)
}

/** Renews the lease. Errors are ignored, because they recur where they are reported. */
const showAlive = (ctx: AppContext, id: number) =>
  transact(ctx, ({ db, clock }) => showTaskAlive(db, id, clock.now()), SYNCED_LATER).catch(
    () => undefined,
  )

async function holdUp(ctx: AppContext, { id }: TaskRow, error: unknown): Promise<TimeSliceResult> {
  const end = blocked(ctx, error)
  // Storing the message needs disk space too. Without it, the task waits all the same.
  if (isDiskFull(error))
    await transact(ctx, ({ db }) => recordTaskTrouble(db, id, NO_SPACE_LEFT)).catch(() => undefined)
  return end
}

/**
 * Logs why background work has to wait. On a full disk, also releases the reserved disk space so that users can delete
 * something.
 */
export function blocked(ctx: AppContext, error: unknown): TimeSliceResult {
  // A failed disk was logged when it failed.
  if (!isDiskFailed(error))
    ctx.log.warn({ reason: String(error) }, 'background tasks paused, will retry')
  if (isDiskFull(error)) ctx.reserve.release()
  return 'blocked'
}
