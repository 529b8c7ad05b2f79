import type { AppContext } from '@/context'
import { TASK_TYPES, type TaskType } from '@/db/columns'
import { claimNextTask } from '@/db/queries/user-tasks'
import { type InTransaction, transact } from '@/db/transact'
import { isPassing } from '@/lib/faults'
import { newClaim, releaseLostClaims } from './claims'
import { blocked, type TurnEnd, takeTurn } from './turn'

/** Milliseconds between looks at the queue while no new task is signalled. */
const IDLE = 2000
/** How long to wait while nothing can go on. */
const BLOCKED = 10_000

/** A running job loop. */
export interface JobLoop {
  /** Stops after the current file; unfinished tasks continue at the next start. */
  stop: () => Promise<void>
}

/**
 * Works through the open tasks, each type on its own so that no export waits for an archive; within a type one turn
 * at a time, the task served longest ago first.
 */
export function startJobLoop(ctx: AppContext): JobLoop {
  const state = { stopping: false }
  const isStopping = () => state.stopping
  const run = async (type: TaskType) => {
    while (!state.stopping) {
      const news = ctx.newTask.raised
      const end = await workOneTurn(ctx, type, isStopping).catch((error): TurnEnd => {
        ctx.log.error({ err: error }, 'the job loop stumbled')
        return 'blocked'
      })
      if (end !== 'worked' && !state.stopping)
        await ctx.newTask.wait(news, end === 'idle' ? IDLE : BLOCKED)
    }
  }
  const freed = releaseLostClaims(ctx).catch((error) =>
    ctx.log.error({ err: error }, 'tasks of lost processes were not freed'),
  )
  const running = freed.then(() => Promise.all(TASK_TYPES.map(run)))
  return {
    stop: async () => {
      state.stopping = true
      ctx.newTask.raise()
      await running
    },
  }
}

/** Serves the next task of a type for one turn. */
export async function workOneTurn(
  ctx: AppContext,
  type: TaskType,
  isStopping: () => boolean = () => false,
): Promise<TurnEnd> {
  try {
    // A claim that a power cut takes back is void anyway.
    const claimNext = ({ db }: InTransaction<AppContext>) => claimNextTask(db, type, newClaim(ctx))
    const task = await transact(ctx, claimNext, { syncedLater: true })
    return task ? await takeTurn(ctx, task, isStopping) : 'idle'
  } catch (error) {
    if (isPassing(error)) return blocked(ctx, error)
    throw error
  }
}
