import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Niceness of threads with background work. */
const BACKGROUND_NICENESS = 10

/**
 * Lowers the priority of this thread, so that requests are answered while recordings are read. Has no effect where a
 * single thread cannot have a priority of its own: only Linux supports that, and a sandbox may forbid it.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)
    setPriority(Number(thread), BACKGROUND_NICENESS)
  } catch {
    // The thread keeps its priority.
  }
}
