import { readFileSync } from 'node:fs'
import { loadLibc } from './libc'

/**
 * Returns unused memory to the system. Call it when the server is idle, because garbage collection blocks the thread.
 * On Linux it also unmaps pages of the executable and its libraries: most of those read during startup or to render an
 * image are not needed again soon, and the others are reloaded from the page cache.
 */
export function releaseMemory(): void {
  Bun.gc(true)
  if (process.platform !== 'linux') return
  try {
    unmapPrograms()
  } catch {
    // The memory is only needed for longer.
  }
}

/**
 * Frees a large buffer immediately and leaves it empty. Otherwise it would stay allocated until garbage collection, and
 * new data would need fresh memory, which the kernel has to clear first. Small buffers are left to the garbage
 * collector, because they may share memory with others.
 */
export function freeBytes({ buffer, length }: Uint8Array | Float32Array | Float64Array): void {
  if (length > Buffer.poolSize && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Values for `madvise`, as in `<sys/mman.h>`. */
const DONT_NEED = 4
const PAGE_OUT = 21

/** A file that is mapped into the memory of the process. */
interface Mapping {
  start: bigint
  size: bigint
  isWritable: boolean
  path: string
  /** Whether it has modified pages, which differ from the file. */
  isChanged: boolean
}

/**
 * NOTE `DONT_NEED` would lose modified pages, so it is used only for mappings that have none and can have none.
 * `PAGE_OUT` loses nothing; the kernel ignores it for files of other users.
 */
function unmapPrograms(): void {
  const libc = loadLibc({ madvise: { args: ['u64', 'u64', 'i32'], returns: 'i32' } })
  if (!libc) return
  const mappings = readMappings(readFileSync('/proc/self/smaps', 'utf8'))
  for (const { path, start, size, isWritable, isChanged } of mappings) {
    if (path === process.execPath && isWritable) libc.madvise(start, size, PAGE_OUT)
    if (!isWritable && !isChanged && isProgram(path)) libc.madvise(start, size, DONT_NEED)
  }
}

/** Whether a file is the executable or a library, whose mapped pages can be read again at any time. */
const isProgram = (path: string) => path === process.execPath || /\.(node|so(\.\d+)*)$/.test(path)

const HEAD = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ +(\/.*)$/
const ANY_HEAD = /^[0-9a-f]+-[0-9a-f]+ /
const CHANGED = /^Anonymous: +(\d+) kB$/

/** Parses the file mappings in the text of `/proc/<pid>/smaps`. */
export function readMappings(smaps: string): Mapping[] {
  const mappings: Mapping[] = []
  let latest: Mapping | undefined
  for (const line of smaps.split('\n')) {
    if (ANY_HEAD.test(line)) {
      latest = parseMapping(line)
      if (latest) mappings.push(latest)
      continue
    }
    const changed = CHANGED.exec(line)?.[1]
    if (latest && changed !== undefined) latest.isChanged = changed !== '0'
  }
  return mappings
}

function parseMapping(line: string): Mapping | undefined {
  const [, from, to, rights, path] = HEAD.exec(line) ?? []
  if (!from || !to || !rights || !path) return undefined
  const start = BigInt(`0x${from}`)
  const size = BigInt(`0x${to}`) - start
  return { start, size, isWritable: rights[1] === 'w', path, isChanged: true }
}
