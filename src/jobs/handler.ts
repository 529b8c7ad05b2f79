import type { AppContext } from '@/services/context'
import type { TaskRow } from '@/store/db/queries/tasks/user-tasks'

/** The time slice in which a handler works on a task. */
export interface TimeSlice {
  /**
   * Whether to stop at the next safe point: the time slice is over, or the task was aborted or has reached its time
   * limit.
   */
  isOver: () => Promise<boolean>
  /** Extends the time slice by some milliseconds, to compensate for setup work. */
  extend: (milliseconds: number) => void
}

/** Why a task fails: it reached its time limit, it threw an error, or the process died while working on it. */
export type Failure = 'time' | 'error' | 'crash'

/** How to run tasks of one type. */
export interface TaskHandler {
  /**
   * Milliseconds after which other tasks of the type are served. The slice may take longer while no other task waits.
   * Infinity when the task cannot be done in parts.
   */
  timeSlice: number
  /** Works until the task is finished or the time slice is over. Progress is stored in the database. */
  work: (ctx: AppContext, task: TaskRow, slice: TimeSlice) => Promise<void>
  /** Marks a task that is still open as errored, and cleans up after it. */
  fail: (ctx: AppContext, taskId: number, why: Failure) => Promise<void>
}

/** A task fails after the process has died this many times in a row without progress. */
export const MAX_CRASHES = 3
