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
import { MINUTE } from './clock'
import { isDiskFull } from './faults'
import { openLibc } from './libc'
import { isRunning, pidOf, processName } from './process-name'
import { makeFolder } from './sync'

/** A file that this process holds, and with it whatever the file stands for. */
export interface HeldFile {
  /** Lets go of the file and removes it. */
  release: () => void
}

/** Why a file cannot be held. */
export interface HeldByOther {
  /** The process that holds it, where it is one of this machine and not of another container. */
  pid: number | undefined
}

/** How long others are waited for, and believed. */
interface HoldOptions {
  /** Milliseconds that the process which holds the file is waited for. */
  patience: number
  /**
   * Milliseconds for which a process of another machine is believed after its last sign of life, where nobody but itself
   * could tell that it has ended; 0: not at all.
   */
  trustStrangers: number
}

/** Milliseconds between two signs of life. */
const HEARTBEAT = MINUTE
/** Milliseconds between two attempts. */
const STEP = 50
/** `LOCK_EX | LOCK_NB`, as in `<sys/file.h>`. */
const EXCLUSIVE_AT_ONCE = 2 | 4
/** `EWOULDBLOCK`, as in `<asm-generic/errno.h>`. */
const WOULD_BLOCK = 11

/**
 * Holds a file, which names this process, until it is released or the process ends in whatever way: the kernel locks it
 * (`flock`), so that nothing a killed process leaves behind is in the way of the next. Where the file system has no locks
 * the name decides, while its process runs.
 */
export async function holdFile(
  path: string,
  options: HoldOptions,
  openLock = openKernelLock,
): Promise<HeldFile | HeldByOther> {
  await makeFolder(dirname(path), 0o700)
  const lock = await openLock()
  const until = performance.now() + options.patience
  for (;;) {
    const answer = attempt(path, lock, options)
    if (answer !== undefined && ('release' in answer || performance.now() >= until)) return answer
    await Bun.sleep(STEP)
  }
}

/** Undefined when somebody has removed the file meanwhile. */
function attempt(
  path: string,
  lock: Lock,
  options: HoldOptions,
): HeldFile | HeldByOther | undefined {
  const file = openSync(path, 'a+', 0o600)
  const outcome = lock(file)
  if (!isAt(path, file)) {
    closeSync(file)
    return undefined
  }
  const holder = readFileSync(path, 'utf8')
  if (outcome === 'held' || isBelieved(holder, file, outcome, options)) {
    closeSync(file)
    return { pid: isRunning(holder) ? pidOf(holder) : undefined }
  }
  giveToOwnerOfFolder(path, file)
  nameIn(file)
  return held(path, file, options)
}

/** A full disk is no reason not to start: the lock holds without a name in it. */
function nameIn(file: number): void {
  try {
    ftruncateSync(file)
    writeSync(file, processName())
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

function held(path: string, file: number, { trustStrangers }: HoldOptions): HeldFile {
  const touch = () => utimes(path, new Date(), new Date(), () => undefined)
  const heartbeat = trustStrangers > 0 ? setInterval(touch, HEARTBEAT).unref() : undefined
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

/** What locks an open file as long as it is open; where there are no locks, nothing is known. */
async function openKernelLock(): Promise<Lock> {
  const libc = await openLibc({
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

/** Whether the process that a file names has to be taken for one that holds it, although the kernel does not say so. */
function isBelieved(
  holder: string,
  file: number,
  outcome: Outcome,
  { trustStrangers }: HoldOptions,
): boolean {
  if (holder === '') return false
  const isKnown = isRunning(holder)
  if (isKnown !== undefined) return isKnown && outcome === 'unknown'
  // One of a time to come was given before the clock was put back.
  return Math.abs(Date.now() - fstatSync(file).mtimeMs) < trustStrangers
}

/** Whether an open file is still the one at a path: who let go of it has removed it. */
function isAt(path: string, file: number): boolean {
  const [there, opened] = [statSync(path, { throwIfNoEntry: false }), fstatSync(file)]
  return there?.ino === opened.ino && there.dev === opened.dev
}

/** What an administrator leaves behind must not be in the way of the server's own user. */
function giveToOwnerOfFolder(path: string, file: number): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  fchownSync(file, uid, gid)
}
