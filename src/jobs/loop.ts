import type { AppContext } from '@/context'
import { claimNextTask } from '@/db/queries/user-tasks'
import { newClaim, releaseLostClaims } from './claims'
import { type TurnEnd, takeTurn } from './turn'

/** How long one task may work before others get a turn, milliseconds. */
const TURN = 5000
/** How often the queue is looked at when nobody has said that there is something new. */
const IDLE = 2000

/** Works through the open tasks, one turn at a time, the one served longest ago first. */
export function startJobLoop(ctx: AppContext): { stop: () => Promise<void> } {
  const state = { stopping: false }
  const limits = { milliseconds: TURN, isStopping: () => state.stopping }
  const workOneTurn = async (): Promise<TurnEnd> => {
    const task = await claimNextTask(ctx.db, newClaim(ctx))
    return task ? takeTurn(ctx, task, limits) : 'waiting'
  }
  const run = async () => {
    await releaseLostClaims(ctx)
    while (!state.stopping) {
      const end = await workOneTurn().catch((error) => {
        ctx.log.error({ err: error }, 'the job loop stumbled')
        return 'waiting'
      })
      if (end === 'waiting' && !state.stopping) await ctx.newTask.wait(IDLE)
    }
  }
  const running = run()
  return {
    /** Stops after the file under way; what is unfinished goes on at the next start. */
    stop: async () => {
      state.stopping = true
      ctx.newTask.raise()
      await running
    },
  }
}
