import type { AppContext } from '@/context'
import type { TaskType } from '@/db/columns'
import {
  findTaskById,
  hasOthers,
  noteTaskTrouble,
  releaseTask,
  showTaskAlive,
  type TaskRow,
} from '@/db/queries/user-tasks'
import { transact } from '@/db/transact'
import { isDiskFull, isPassing } from '@/lib/faults'
import { isOpenTask } from '@/policy/task'
import { archiveUpload } from './archive-upload'
import { HEARTBEAT } from './claims'
import { dataExport } from './data-export'
import type { TaskHandler } from './handler'

/** The handler of each type of task. */
const HANDLERS: Record<TaskType, TaskHandler> = {
  workouts_archive_upload: archiveUpload,
  user_data_export: dataExport,
}

/** Whose turn it is matters to this process alone: nobody waits for the disk, least of all who asks for something. */
const SYNCED_LATER = { syncedLater: true }

/** So many times as long a turn may take while no other task waits: it costs time to begin another one. */
const LONGEST = 3

const NO_ROOM = 'no space left on the server, the task goes on when there is room'

/** How a turn ended: `blocked` when nothing can go on for now, `idle` when there was nothing to do. */
export type TurnEnd = 'worked' | 'blocked' | 'idle'

/**
 * Works on a claimed task for one turn and releases the claim. Faults of the task end it as errored; a full disk or a
 * locked database only makes it wait.
 */
export async function takeTurn(
  ctx: AppContext,
  task: TaskRow,
  isStopping: () => boolean,
): Promise<TurnEnd> {
  const handler = HANDLERS[task.type]
  const started = ctx.clock.elapsed()
  const mostSpent = ctx.config.taskTimeLimitSeconds * 1000
  const spent = () => task.spent_ms + ctx.clock.elapsed() - started
  let length = handler.turn
  const extend = (milliseconds: number) => {
    length += milliseconds
  }
  const isDue = async () => {
    const worked = ctx.clock.elapsed() - started
    return worked >= length && (worked >= LONGEST * length || (await hasOthers(ctx.db, task)))
  }
  const isOver = async () =>
    isStopping() || spent() >= mostSpent || (await isDue()) || !(await isStillOpen(ctx, task.id))
  const alive = setInterval(() => void showAlive(ctx, task.id), HEARTBEAT)
  try {
    await handler.work(ctx, task, { isOver, extend })
    if (spent() >= mostSpent) await handler.fail(ctx, task.id, 'time')
    return 'worked'
  } catch (error) {
    if (isPassing(error)) return await holdUp(ctx, task, error)
    ctx.log.error({ err: error, task: task.short_id }, 'background task failed')
    await handler.fail(ctx, task.id, 'fault')
    return 'worked'
  } finally {
    clearInterval(alive)
    await release(ctx, task, spent())
  }
}

/** A claim that cannot be given back for now is no harm: this process may take the task again all the same. */
async function release(ctx: AppContext, { id }: TaskRow, spent: number): Promise<void> {
  try {
    const changes = { served_at: ctx.clock.now(), spent_ms: spent }
    await transact(ctx, ({ db }) => releaseTask(db, id, changes), SYNCED_LATER)
  } catch (error) {
    if (!isPassing(error)) throw error
  }
}

async function isStillOpen(ctx: AppContext, id: number): Promise<boolean> {
  const current = await findTaskById(ctx.db, id)
  return current !== undefined && isOpenTask(current)
}

/** A failure here recurs where it is reported. */
const showAlive = (ctx: AppContext, id: number) =>
  transact(ctx, ({ db, clock }) => showTaskAlive(db, id, clock.now()), SYNCED_LATER).catch(
    () => undefined,
  )

async function holdUp(ctx: AppContext, { id }: TaskRow, error: unknown): Promise<TurnEnd> {
  const end = blocked(ctx, error)
  // The note needs room itself: without it the task waits all the same.
  if (isDiskFull(error))
    await transact(ctx, ({ db }) => noteTaskTrouble(db, id, NO_ROOM)).catch(() => undefined)
  return end
}

/** Says that background work has to wait for what an error tells; on a full disk, lets others delete something. */
export function blocked(ctx: AppContext, error: unknown): TurnEnd {
  ctx.log.warn({ reason: String(error) }, 'background tasks have to wait')
  if (isDiskFull(error)) ctx.reserve.release()
  return 'blocked'
}
