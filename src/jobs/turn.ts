import type { AppContext } from '@/context'
import { findTaskById, type TaskRow, updateTask } from '@/db/queries/user-tasks'
import { isOpenTask } from '@/policy/task'
import { isDiskFull } from './handler'
import { HANDLERS } from './handlers'

const NO_ROOM = 'no space left on the server, the task goes on when there is room'

/** How long a turn may last, and what else ends it. */
export interface TurnLimits {
  milliseconds: number
  isStopping: () => boolean
}

/** How a turn ended: `waiting` when it cannot go on for now. */
export type TurnEnd = 'worked' | 'waiting'

/**
 * Works on a claimed task for one turn and gives the claim back. Faults of the task end it as errored; a full disk
 * only makes it wait.
 */
export async function takeTurn(
  ctx: AppContext,
  task: TaskRow,
  limits: TurnLimits,
): Promise<TurnEnd> {
  const handler = HANDLERS[task.type]
  const started = ctx.clock.now()
  const mostSpent = ctx.config.taskTimeLimitSeconds * 1000
  const spent = () => task.spent_ms + ctx.clock.now() - started
  const isOver = async () => {
    const open = await stillOpen(ctx, task.id)
    const turnOver = ctx.clock.now() - started >= limits.milliseconds || spent() >= mostSpent
    return !open || limits.isStopping() || turnOver
  }
  try {
    await handler.work(ctx, task, { isOver })
    if (spent() >= mostSpent) await handler.fail(ctx, task.id, 'time')
    return 'worked'
  } catch (error) {
    ctx.log.error({ err: error, task: task.short_id }, 'background task failed')
    if (!isDiskFull(error)) await handler.fail(ctx, task.id, 'fault')
    return isDiskFull(error) ? await waitForRoom(ctx, task.id) : 'worked'
  } finally {
    await giveBack(ctx, task.id, spent())
  }
}

/** Shows a sign of life, and tells whether the task still has something to do. */
async function stillOpen(ctx: AppContext, id: number): Promise<boolean> {
  const current = await findTaskById(ctx.db, id)
  if (!current || !isOpenTask(current)) return false
  await updateTask(ctx.db, id, { heartbeat_at: ctx.clock.now() })
  return true
}

async function waitForRoom(ctx: AppContext, id: number): Promise<TurnEnd> {
  await updateTask(ctx.db, id, { error: NO_ROOM }).catch(() => undefined)
  return 'waiting'
}

async function giveBack(ctx: AppContext, id: number, spent: number): Promise<void> {
  if (!(await findTaskById(ctx.db, id))) return
  const changes = { claimed_by: null, served_at: ctx.clock.now(), spent_ms: spent }
  await updateTask(ctx.db, id, changes)
}
