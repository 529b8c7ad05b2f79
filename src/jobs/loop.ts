import { Lock } from '@/lib/concurrency/lock'
import { isTransient } from '@/lib/system-errors'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { claimNextTask, hasCrashedTasks } from '@/store/db/queries/tasks/user-tasks'
import { TASK_TYPES, type TaskType } from '@/store/db/schema/columns'
import { newLease, releaseLostLeases } from './leases'
import { blocked, runTimeSlice, type TimeSliceResult } from './time-slice'

/** Milliseconds between checks of the queue while no new task is signalled. */
const IDLE = 2000
/** Milliseconds to wait while no task can continue. */
const BLOCKED = 10_000

/** A running job loop. */
export interface JobLoop {
  /** Stops after the current file; unfinished tasks continue at the next start. */
  stop: () => Promise<void>
}

/**
 * Works on the open tasks. Types are independent of each other, so that exports do not wait for archives; within a
 * type, one time slice runs at a time, and the task that was served longest ago is next. While a task is open during
 * which the process has died, only one time slice runs at a time in total, so that another task cannot be blamed for
 * the next crash.
 */
export function startJobLoop(ctx: AppContext): JobLoop {
  const state = { stopping: false, hasCrashedTasks: true }
  const alone = new Lock()
  const isStopping = () => state.stopping
  // Crashes are counted at the start, before any work. Once no such task is open, none appears until the next start.
  const hasCrashedTask = async () => {
    state.hasCrashedTasks &&= await hasCrashedTasks(ctx.db)
    return state.hasCrashedTasks
  }
  const run = async (type: TaskType) => {
    while (!state.stopping) {
      const news = ctx.newTask.raised
      const runSlice = () => runNextTimeSlice(ctx, type, isStopping)
      const work = async () => ((await hasCrashedTask()) ? alone.hold(runSlice) : runSlice())
      const end = await work().catch((error): TimeSliceResult => {
        ctx.log.error({ err: error }, 'background tasks failed, will retry')
        return 'blocked'
      })
      if (end !== 'worked' && !state.stopping)
        await ctx.newTask.wait(news, end === 'idle' ? IDLE : BLOCKED)
    }
  }
  const freed = releaseLostLeases(ctx).catch((error) =>
    ctx.log.error({ err: error }, 'could not release the tasks of crashed processes'),
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

/** Works on the next task of a type for one time slice. */
export async function runNextTimeSlice(
  ctx: AppContext,
  type: TaskType,
  isStopping: () => boolean = () => false,
): Promise<TimeSliceResult> {
  try {
    // The lease is durable before the work starts, so that a task that crashes the machine can be identified.
    const claimNext = ({ db }: InTransaction<AppContext>) => claimNextTask(db, type, newLease(ctx))
    const task = await transact(ctx, claimNext)
    return task ? await runTimeSlice(ctx, task, isStopping) : 'idle'
  } catch (error) {
    if (isTransient(error)) return blocked(ctx, error)
    throw error
  }
}
