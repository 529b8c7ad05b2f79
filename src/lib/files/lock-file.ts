import {
  closeSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimes,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { loadLibc } from '@/lib/process/libc'
import { isRunning, parsePid, processName } from '@/lib/process/process-name'
import { isDiskFull } from '@/lib/system-errors'
import { MINUTE } from '@/lib/time/clock'
import { createFolder } from './fsync'

/** A lock file that this process holds. */
export interface LockFile {
  /** Releases the lock and removes the file. */
  release: () => void
}

/** The result when another process holds the lock. */
export interface LockedByOther {
  /** Process id of the holder. Undefined when it runs on another machine or in another container. */
  pid: number | undefined
}

/** How long to wait for the holder of a lock, and when to consider a lock stale. */
interface LockOptions {
  /** Milliseconds to wait for the holder. */
  timeout: number
  /**
   * Milliseconds after its last heartbeat at which a lock of another machine becomes stale. This process cannot check
   * whether a process on another machine still runs. 0 ignores such locks.
   */
  staleTimeout: number
}

/** Milliseconds between two heartbeats (updates of the modification time). */
const HEARTBEAT = MINUTE
/** Milliseconds between two attempts. */
const RETRY_INTERVAL = 50
/** `LOCK_EX | LOCK_NB`, as in `<sys/file.h>`. */
const EXCLUSIVE_AT_ONCE = 2 | 4
/** `EWOULDBLOCK`, as in `<asm-generic/errno.h>`. */
const WOULD_BLOCK = 11

/**
 * Acquires a lock file, and writes the name of this process into it. The lock is held until it is released or the
 * process ends: it is a kernel lock (`flock`), so a killed process leaves no stale lock behind. On file systems without
 * `flock`, the lock is valid while the process named in the file runs.
 */
export async function acquireLockFile(
  path: string,
  options: LockOptions,
  openLock = openKernelLock,
): Promise<LockFile | LockedByOther> {
  await createFolder(dirname(path), 0o700)
  const lock = await openLock()
  const until = performance.now() + options.timeout
  for (;;) {
    const result = attempt(path, lock, options)
    if (result !== undefined && ('release' in result || performance.now() >= until)) return result
    await Bun.sleep(RETRY_INTERVAL)
  }
}

/** Tries once to acquire the lock. Returns undefined when the file was removed during the attempt. */
function attempt(
  path: string,
  lock: Lock,
  options: LockOptions,
): LockFile | LockedByOther | undefined {
  const file = openSync(path, 'a+', 0o600)
  const outcome = lock(file)
  if (!isAt(path, file)) {
    closeSync(file)
    return undefined
  }
  const holder = readFileSync(path, 'utf8')
  if (outcome === 'held' || isAssumedHeld(holder, file, outcome, options)) {
    closeSync(file)
    return { pid: isRunning(holder) ? parsePid(holder) : undefined }
  }
  setOwnerToFolderOwner(path, file)
  writeName(file)
  return createLockFile(path, file, options)
}

/** Ignores a full disk, which must not prevent the start: the lock is valid without the name in the file. */
function writeName(file: number): void {
  try {
    ftruncateSync(file)
    writeSync(file, processName())
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

function createLockFile(path: string, file: number, { staleTimeout }: LockOptions): LockFile {
  const touch = () => utimes(path, new Date(), new Date(), () => undefined)
  const heartbeat = staleTimeout > 0 ? setInterval(touch, HEARTBEAT).unref() : undefined
  return {
    release: () => {
      clearInterval(heartbeat)
      rmSync(path, { force: true })
      closeSync(file)
    },
  }
}

type Outcome = 'locked' | 'held' | 'unknown'
type Lock = (file: number) => Outcome

/**
 * Returns a function that locks an open file for as long as it is open. It returns `unknown` where locks are not
 * supported.
 */
async function openKernelLock(): Promise<Lock> {
  const libc = loadLibc({
    flock: { args: ['i32', 'i32'], returns: 'i32' },
    __errno_location: { args: [], returns: 'ptr' },
  })
  if (!libc) return () => 'unknown'
  const { read } = await import('bun:ffi')
  return (file) => {
    if (libc.flock(file, EXCLUSIVE_AT_ONCE) === 0) return 'locked'
    const place = libc.__errno_location()
    return place && read.i32(place) === WOULD_BLOCK ? 'held' : 'unknown'
  }
}

/** Whether to assume that the process named in the file holds the lock although the kernel does not report a lock. */
function isAssumedHeld(
  holder: string,
  file: number,
  outcome: Outcome,
  { staleTimeout }: LockOptions,
): boolean {
  if (holder === '') return false
  const isKnown = isRunning(holder)
  if (isKnown !== undefined) return isKnown && outcome === 'unknown'
  // A time in the future was written before the clock was set back.
  return Math.abs(Date.now() - fstatSync(file).mtimeMs) < staleTimeout
}

/** Whether an open file is still the file at a path. A process that releases the lock removes the file. */
function isAt(path: string, file: number): boolean {
  const [there, opened] = [statSync(path, { throwIfNoEntry: false }), fstatSync(file)]
  return there?.ino === opened.ino && there.dev === opened.dev
}

/** Gives the file to the owner of its folder, so that a command run as root does not lock out the server's own user. */
function setOwnerToFolderOwner(path: string, file: number): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  fchownSync(file, uid, gid)
}
