import { closeSync, existsSync, fsyncSync, openSync, readSync, statSync } from 'node:fs'
import { loadLibc } from '@/lib/process/libc'
import { evict } from './log-on-disk'

/** `F_TLOCK`, as in `<unistd.h>`. */
const TRY_LOCK = 2
/**
 * Offset of the byte of the `-shm` file on which every process that has a database open holds a shared lock
 * (`UNIX_SHM_DMS` in SQLite).
 */
const DEAD_MAN_SWITCH = 128

/**
 * Evicts the system's cached pages of a database that was not closed properly, so that SQLite recovers it from the
 * disk.
 *
 * After a failed fsync, Linux caches the pages that are not on disk as if they were written. SQLite would find them
 * there and append to the write-ahead log. Recovery after a power cut, which ends at the first missing page, would then
 * lose everything appended, although its fsync succeeded. Writing the same bytes again does not help: ext4 fsyncs them
 * without an error, and still reads zeros after a power cut.
 *
 * Must not be called while this process has the database open, because it would release its locks.
 *
 * @returns false, without doing anything, if another process has the database open: its view of the log comes from the
 * cache.
 */
export function readFromDisk(database: string): boolean {
  const log = `${database}-wal`
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return true
  const libc = loadLibc({ lockf: { args: ['i32', 'i32', 'i64'], returns: 'i32' } })
  if (!libc) return true
  return unlessOpenElsewhere(`${database}-shm`, libc.lockf, () => {
    for (const path of [log, database].filter(existsSync)) withOpen(path, 'r', evictWritten)
  })
}

type TryLock = (file: number, command: number, bytes: number) => number

/** Runs `work` while no other process can open the database. Returns false, without running it, if one has it open. */
function unlessOpenElsewhere(index: string, tryLock: TryLock, work: () => void): boolean {
  if (!existsSync(index)) {
    work()
    return true
  }
  return withOpen(index, 'r+', (file) => {
    // `lockf` locks from the current file offset.
    readSync(file, Buffer.alloc(DEAD_MAN_SWITCH), 0, DEAD_MAN_SWITCH, null)
    if (tryLock(file, TRY_LOCK, 1) !== 0) return false
    work()
    return true
  })
}

/** Evicts a file's pages from the cache. Dirty pages cannot be evicted, but even a failed fsync marks them as clean. */
function evictWritten(file: number): void {
  try {
    fsyncSync(file)
  } catch {
    // Pages that could not be written were never acknowledged.
  }
  evict(file)
}

function withOpen<Result>(path: string, flags: string, work: (file: number) => Result): Result {
  const file = openSync(path, flags)
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}
