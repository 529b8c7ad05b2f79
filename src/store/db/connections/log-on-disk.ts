import { closeSync, openSync, readSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { loadLibc } from '@/lib/process/libc'

/** `POSIX_FADV_DONTNEED`, as in `<fcntl.h>`. */
const DONT_NEED = 4

/** Sizes in bytes, as in https://www.sqlite.org/fileformat.html#the_write_ahead_log. */
const HEADER = 32
const FRAME_HEADER = 24
/** Bytes of a header in front of its checksum. */
const [HEADER_SUMMED, FRAME_SUMMED] = [24, 8]
const PAGE_SIZE_AT = 8
/** The two salts, which change when SQLite writes the log from its start again. */
const [SALTS, FRAME_SALTS] = [16, 8]
const SALT_BYTES = 8
/** The last bit of the first number says whether checksums are of big-endian numbers. */
const MAGIC = 0x37_7f_06_82

/** Frames that are read at a time. */
const FRAMES_AT_ONCE = 64
const ATTEMPTS = 5

/** Evicts a file's unmodified pages from the system's cache, so that the next read comes from the disk. */
export function evict(file: number): void {
  const libc = loadLibc({ posix_fadvise: { args: ['i32', 'i64', 'i64', 'i32'], returns: 'i32' } })
  libc?.posix_fadvise(file, 0, 0, DONT_NEED)
}

/**
 * Whether the write-ahead log on the disk contains everything that this connection reads from it. If another process
 * had a failed fsync, the missing pages are only in the system's cache, and recovery after a power cut would end at the
 * first of them: whatever this process appends would be lost, although its own fsync succeeds.
 *
 * Pages that are not written yet are read from the cache. If writing them fails later, the error is reported to every
 * descriptor that is already open.
 */
export function isLogOnDisk(sqlite: Database.Database): boolean {
  // A read that makes the connection see the current log.
  sqlite.pragma('user_version')
  const log = openSync(`${sqlite.name}-wal`, 'r')
  try {
    for (let attempt = 1; ; attempt += 1) {
      const before = readBytes(log, 0, HEADER)
      const frames = countFrames(sqlite)
      evict(log)
      if (frames === 0 || countIntactFrames(log, frames) === frames) return true
      // Another process has meanwhile moved the log into the database and begun a new one.
      const isSame = before.equals(readBytes(log, 0, HEADER))
      if (isSame || attempt === ATTEMPTS) return false
    }
  } finally {
    closeSync(log)
  }
}

/** The number of frames in the log that this connection would read. */
function countFrames(sqlite: Database.Database): number {
  const [row] = sqlite.pragma('wal_checkpoint(noop)') as { log: number }[]
  return Math.max(0, row?.log ?? 0)
}

function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
}

/** The two numbers of a checksum. */
type Checksum = readonly [number, number]

/** Counts the first frames, at most `wanted`, whose checksums continue that of the header. */
function countIntactFrames(log: number, wanted: number): number {
  const header = readBytes(log, 0, HEADER)
  if (header.length < HEADER) return 0
  const magic = header.readUInt32BE(0)
  if ((magic & ~1) >>> 0 !== MAGIC) return 0
  const isBigEndian = (magic & 1) === 1
  let sum = checksum([0, 0], header.subarray(0, HEADER_SUMMED), isBigEndian)
  if (!hasChecksum(header, HEADER_SUMMED, sum)) return 0
  const salts = header.subarray(SALTS, SALTS + SALT_BYTES)
  const size = FRAME_HEADER + header.readUInt32BE(PAGE_SIZE_AT)
  for (let frame = 0; frame < wanted; ) {
    const read = readBytes(
      log,
      HEADER + frame * size,
      size * Math.min(FRAMES_AT_ONCE, wanted - frame),
    )
    if (read.length < size) return frame
    for (let at = 0; at + size <= read.length; at += size) {
      const bytes = read.subarray(at, at + size)
      sum = checksum(sum, bytes.subarray(0, FRAME_SUMMED), isBigEndian)
      sum = checksum(sum, bytes.subarray(FRAME_HEADER), isBigEndian)
      const isSalted = bytes.subarray(FRAME_SALTS, FRAME_SALTS + SALT_BYTES).equals(salts)
      if (!isSalted || !hasChecksum(bytes, FRAME_SALTS + SALT_BYTES, sum)) return frame
      frame += 1
    }
  }
  return wanted
}

const hasChecksum = (bytes: Buffer, offset: number, [first, second]: Checksum): boolean =>
  bytes.readUInt32BE(offset) === first >>> 0 && bytes.readUInt32BE(offset + 4) === second >>> 0

/** Continues a checksum, as in https://www.sqlite.org/fileformat.html#checksum_algorithm. */
function checksum([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [a, b] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, !isBigEndian) + b) | 0
    b = (b + view.getUint32(at + 4, !isBigEndian) + a) | 0
  }
  return [a, b]
}
