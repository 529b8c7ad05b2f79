import type { AppContext } from '@/context'
import type { TaskRow } from '@/db/queries/user-tasks'

/** The turn that a handler is given. */
export interface Turn {
  /** Whether to stop at the next safe place: the turn is over, or the task was aborted or ran out of time. */
  isOver: () => Promise<boolean>
  /** Makes the turn last some milliseconds longer, for what had to be done before anything else. */
  extend: (milliseconds: number) => void
}

/** Why a task is given up. */
export type Failure = 'time' | 'fault'

/** How one type of task is done. */
export interface TaskHandler {
  /**
   * Milliseconds after which other tasks of the type get their turn, some more when there are none; Infinity when it cannot
   * be done in parts.
   */
  turn: number
  /** Works until the task is finished or the turn is over; progress is kept in the database. */
  work: (ctx: AppContext, task: TaskRow, turn: Turn) => Promise<void>
  /** Marks a task that is still open as errored, and cleans up after it. */
  fail: (ctx: AppContext, taskId: number, why: Failure) => Promise<void>
}
