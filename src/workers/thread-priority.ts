import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

const BEHIND_REQUESTS = 10

/**
 * Lets all other threads of the process go first, so that requests are answered while recordings are read. Linux knows
 * priorities of single threads; elsewhere nothing changes.
 */
export function yieldToOtherThreads(): void {
  try {
    const [, thread = ''] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (thread) setPriority(Number(thread), BEHIND_REQUESTS)
  } catch {
    // Without a priority of its own the thread shares the processor evenly.
  }
}
