import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Room on the disk that is kept for when there is no more: even deleting takes some. */
export interface Reserve {
  /** Makes the reserve, if there is room for it and it is not there. */
  hold: () => void
  /** Gives the reserve back; new files wait until there is room for it again. */
  release: () => void
  /** Gives the reserve back when nearly nothing else is left. */
  releaseIfNeeded: () => void
  /** Whether there is room for new files. */
  hasRoom: () => boolean
}

/** Bytes; most of it is for the log of the database. */
const SIZE = 4 * 1024 * 1024
/** Bytes that must be free besides before the reserve is made. */
const MARGIN = SIZE
/** Bytes below which the disk is as good as full. */
const NEARLY_NOTHING = 1024 * 1024

/** The reserve of a data folder, a file that `hold` makes. */
export function openReserve(path: string): Reserve {
  const disk = dirname(path)
  const isThere = () => existsSync(path)
  let isWanted = false
  const hold = () => {
    isWanted = true
    if (!isThere() && freeBytes(disk) >= SIZE + MARGIN) make(path)
  }
  const release = () => rmSync(path, { force: true })
  return {
    hold,
    release,
    releaseIfNeeded: () => {
      if (freeBytes(disk) < NEARLY_NOTHING) release()
    },
    hasRoom: () => {
      if (isWanted) hold()
      return !isWanted || isThere()
    },
  }
}

/** What can be had on a disk without the rights of an administrator. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Random bytes: no file system saves them by packing them. */
function make(path: string): void {
  try {
    writeFileSync(path, crypto.getRandomValues(new Uint8Array(SIZE)))
  } catch {
    rmSync(path, { force: true })
  }
}
