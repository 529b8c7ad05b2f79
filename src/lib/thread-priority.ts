import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { openLibc } from './libc'

/** Niceness of a thread for which nobody waits. */
const BEHIND_REQUESTS = 10

/**
 * Lets all other threads go before this one, so that requests are answered while recordings are read. Linux knows
 * priorities of single threads; elsewhere nothing changes.
 */
export async function letOthersGoFirst(): Promise<void> {
  const [, thread = ''] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
  if (!thread) return
  setPriority(Number(thread), BEHIND_REQUESTS)
  // By its niceness alone it keeps the processor until the end of its slice.
  await shortenSlice()
}

/**
 * Lets this thread run as soon as there is something to do, in short pieces, instead of waiting until another one has
 * had its share of the processor: beside busy threads that is up to 4 ms, longer than most requests take. Its own share
 * is the same, and threads that it starts are as they would be without this.
 */
export const runAtOnce = (): Promise<void> => shortenSlice()

/** Numbers of the system calls that read and set how a thread is scheduled, as in `<asm/unistd.h>`. */
const SYSTEM_CALLS: Partial<Record<NodeJS.Architecture, { get: number; set: number }>> = {
  x64: { get: 315, set: 314 },
  arm64: { get: 275, set: 274 },
}

/** `struct sched_attr`, as in `<linux/sched/types.h>`: its size in bytes, and where some of its members are. */
const ATTRIBUTES = { size: 48, flags: 8, slice: 24 }
/** Threads that are started by this one do not inherit it. */
const RESET_ON_FORK = 1n
/** Nanoseconds: the least there is. */
const SHORTEST_SLICE = 100_000n

/** Has the processor shared out to this thread in the smallest pieces. Linux can do so from 6.12 on. */
async function shortenSlice(): Promise<void> {
  const call = SYSTEM_CALLS[process.arch]
  const libc = await openLibc({
    syscall: { args: ['i64', 'i64', 'ptr', 'i64', 'i64'], returns: 'i64' },
  })
  if (!call || !libc) return
  const { ptr } = await import('bun:ffi')
  const bytes = new DataView(new ArrayBuffer(ATTRIBUTES.size))
  const attributes = ptr(bytes)
  if (Number(libc.syscall(call.get, 0, attributes, ATTRIBUTES.size, 0)) !== 0) return
  const flags = bytes.getBigUint64(ATTRIBUTES.flags, true)
  bytes.setBigUint64(ATTRIBUTES.flags, flags | RESET_ON_FORK, true)
  bytes.setBigUint64(ATTRIBUTES.slice, SHORTEST_SLICE, true)
  libc.syscall(call.set, 0, attributes, 0, 0)
}
