import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { openLibc } from './libc'

/** Niceness of a thread for which nobody waits. */
const BEHIND_REQUESTS = 10

/** How the engine names threads that compile what runs often; they end when there is nothing to compile for a while. */
const COMPILER = /^JITWorker/

/**
 * Lets all other threads go before this one, so that requests are answered while recordings are read. Linux knows
 * priorities of single threads; elsewhere nothing changes.
 */
export async function letOthersGoFirst(): Promise<void> {
  const [, thread = ''] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
  if (thread) putBehind(Number(thread), await openSlices())
}

/** Milliseconds between looks for threads that compile. */
const LOOK_EVERY = 200

/**
 * Lets all others go before the threads that compile, too: what recordings are read with is compiled for seconds. These
 * threads come and go with what there is to compile, so what this answers is to be called now and then: it looks for
 * those that are there, and never fails.
 */
export async function letCompilersWait(): Promise<() => void> {
  if (process.platform !== 'linux') return () => undefined
  const slices = await openSlices()
  let lookedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - lookedAt < LOOK_EVERY) return
    lookedAt = performance.now()
    for (const thread of readdirSync(TASKS))
      try {
        if (COMPILER.test(readFileSync(`${TASKS}/${thread}/comm`, 'utf8')))
          putBehind(Number(thread), slices)
      } catch {
        // It has ended meanwhile.
      }
  }
}

const TASKS = '/proc/self/task'

function putBehind(thread: number, slices: Slices): void {
  setPriority(thread, BEHIND_REQUESTS)
  // By its niceness alone it keeps the processor until the next tick of the clock; whoever takes smaller pieces need not
  // wait for that.
  slices.give(thread, LARGE_SLICE)
}

/**
 * Lets this thread run as soon as there is something to do, in short pieces, instead of waiting until another one has
 * had its share of the processor: beside busy threads that is up to 4 ms, longer than most requests take. Its own share
 * is the same, and threads that it starts are as they would be without this.
 */
export const runAtOnce = async (): Promise<void> =>
  (await openSlices()).give(THIS_THREAD, SMALLEST_SLICE)

const THIS_THREAD = 0

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
const SMALLEST_SLICE = 100_000n
/** Nanoseconds: more than what threads have by themselves. */
const LARGE_SLICE = 4_000_000n

/** The pieces in which the processor is shared out. */
interface Slices {
  /** Sets how large those of a thread are, in nanoseconds. Linux can do so from 6.12 on. */
  give: (thread: number, slice: bigint) => void
}

async function openSlices(): Promise<Slices> {
  const call = SYSTEM_CALLS[process.arch]
  const libc = await openLibc({
    syscall: { args: ['i64', 'i64', 'ptr', 'i64', 'i64'], returns: 'i64' },
  })
  if (!call || !libc) return { give: () => undefined }
  const { ptr } = await import('bun:ffi')
  const bytes = new DataView(new ArrayBuffer(ATTRIBUTES.size))
  const attributes = ptr(bytes)
  return {
    give: (thread, slice) => {
      if (Number(libc.syscall(call.get, thread, attributes, ATTRIBUTES.size, 0)) !== 0) return
      const flags = bytes.getBigUint64(ATTRIBUTES.flags, true)
      bytes.setBigUint64(ATTRIBUTES.flags, flags | RESET_ON_FORK, true)
      bytes.setBigUint64(ATTRIBUTES.slice, slice, true)
      libc.syscall(call.set, thread, attributes, 0, 0)
    },
  }
}
