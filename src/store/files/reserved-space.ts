import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { getFreeSpace } from '@/lib/files/free-space'

/** Disk space that is reserved so that it can be released when the disk is full, because even deleting needs some. */
export interface Reserve {
  /** Reserves the space if it is not reserved yet and the disk has enough. */
  hold: () => void
  /** Releases the space. New files are rejected until it is reserved again. */
  release: () => void
  /** Releases the space when hardly any other space is left. */
  releaseIfNeeded: () => void
  /** Whether there is space for new files. */
  hasSpace: () => boolean
}

/** Bytes; most of it is for the write-ahead log. */
const SIZE = 4 * 1024 * 1024
/** Bytes that must be free in addition to the reserved space. */
const MARGIN = SIZE
/** Free bytes below which the disk counts as full. */
const NEARLY_NOTHING = 1024 * 1024

/** Opens the reserved space of a data folder, a file that `hold` creates. */
export function openReserve(path: string): Reserve {
  const disk = dirname(path)
  const isThere = () => existsSync(path)
  let isEnabled = false
  const hold = () => {
    isEnabled = true
    if (!isThere() && getFreeSpace(disk) >= SIZE + MARGIN) reserveFile(path)
  }
  const release = () => rmSync(path, { force: true })
  return {
    hold,
    release,
    releaseIfNeeded: () => {
      if (getFreeSpace(disk) < NEARLY_NOTHING) release()
    },
    hasSpace: () => {
      if (isEnabled) hold()
      return !isEnabled || isThere()
    },
  }
}

/** The bytes are random, so that no file system can compress them. */
function reserveFile(path: string): void {
  try {
    writeFileSync(path, crypto.getRandomValues(new Uint8Array(SIZE)))
  } catch {
    rmSync(path, { force: true })
  }
}
