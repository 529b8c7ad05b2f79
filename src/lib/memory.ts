import { readFileSync } from 'node:fs'
import { openLibc } from './libc'

/**
 * Gives memory back that only past work needed, for a moment when nobody waits: collecting garbage holds up the thread.
 * On Linux the pages of the executable and of its libraries go too, as most of what a start or a picture reads is not
 * read again soon; those that are come back from the cache of the system.
 */
export async function giveBackMemory(): Promise<void> {
  Bun.gc(true)
  if (process.platform !== 'linux') return
  await forgetPrograms().catch(() => undefined)
  await trimHeaps().catch(() => undefined)
}

/**
 * Frees bytes that nobody reads any more at once: the engine would keep them until it collects garbage, and what is read
 * next would take memory that has to be cleared first. They are empty then. Small ones are left to the engine, as they
 * may share their memory with others.
 */
export function freeBytes({ buffer, length }: Uint8Array): void {
  if (length > Buffer.poolSize && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Advice to the kernel, as in `<sys/mman.h>`. */
const DONT_NEED = 4
const PAGE_OUT = 21

/** A part of the process's memory that shows a file. */
interface Mapping {
  start: bigint
  size: bigint
  isWritable: boolean
  path: string
  /** Whether pages of it were changed, and are no longer those of the file. */
  isChanged: boolean
}

/**
 * NOTE `DONT_NEED` would lose changed pages, so it is given only where there are none and can be none. `PAGE_OUT` loses
 * nothing; the kernel ignores it for files of others.
 */
async function forgetPrograms(): Promise<void> {
  const libc = await openLibc({ madvise: { args: ['u64', 'u64', 'i32'], returns: 'i32' } })
  if (!libc) return
  const mappings = readMappings(readFileSync('/proc/self/smaps', 'utf8'))
  for (const { path, start, size, isWritable, isChanged } of mappings) {
    if (path === process.execPath && isWritable) libc.madvise(start, size, PAGE_OUT)
    if (!isWritable && !isChanged && isProgram(path)) libc.madvise(start, size, DONT_NEED)
  }
}

/** Whether a file is the executable or a library, of which mapped pages can be read again at any time. */
const isProgram = (path: string) => path === process.execPath || /\.(node|so(\.\d+)*)$/.test(path)

/**
 * Has glibc give back what libraries have freed: SQLite, and those that make pictures, whose threads have heaps of their
 * own. Other C libraries do that by themselves.
 */
async function trimHeaps(): Promise<void> {
  const libc = await openLibc({ malloc_trim: { args: ['usize'], returns: 'i32' } })
  libc?.malloc_trim(0)
}

const HEAD = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ +(\/.*)$/
const ANY_HEAD = /^[0-9a-f]+-[0-9a-f]+ /
const CHANGED = /^Anonymous: +(\d+) kB$/

/** The mappings of files in the text of `/proc/<pid>/smaps`. */
export function readMappings(smaps: string): Mapping[] {
  const mappings: Mapping[] = []
  let latest: Mapping | undefined
  for (const line of smaps.split('\n')) {
    if (ANY_HEAD.test(line)) {
      latest = mappingOf(line)
      if (latest) mappings.push(latest)
      continue
    }
    const changed = CHANGED.exec(line)?.[1]
    if (latest && changed !== undefined) latest.isChanged = changed !== '0'
  }
  return mappings
}

function mappingOf(line: string): Mapping | undefined {
  const [, from, to, rights, path] = HEAD.exec(line) ?? []
  if (!from || !to || !rights || !path) return undefined
  const start = BigInt(`0x${from}`)
  const size = BigInt(`0x${to}`) - start
  return { start, size, isWritable: rights[1] === 'w', path, isChanged: true }
}
