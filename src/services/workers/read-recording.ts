import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { gunzip, gzipOfDeflated, isGzip, isOnePiece } from '@/domain/tracks/formats/zip/gzip'
import { readPacked } from '@/domain/tracks/formats/zip/packed-bytes'
import { ZipError } from '@/domain/tracks/formats/zip/zip'
import { TrackError } from '@/domain/tracks/track-error'
import { isGzipForm, type PackedForm, type Upload } from './upload'

/** Maximum size of a recording in memory, whatever the configured limit is. A million points need less. */
export const MAX_PROCESS_BYTES = 256 * 1024 * 1024
/**
 * Larger recordings are read in a separate process, because reading takes several times the size of a recording in
 * memory.
 */
export const MAX_THREAD_BYTES = 8 * 1024 * 1024

/** Error code of a recording that turned out to be too large for a worker thread when it was unpacked. */
export const LARGE_RECORDING = 'ELARGERECORDING'

/** A system error that the recording did not cause. */
export class SystemError extends Error {
  override name = 'SystemError'
  /** The code of the system error, such as `ENOSPC`. */
  readonly code: string

  constructor(cause: Error & { code: string }) {
    super(cause.message, { cause })
    this.code = cause.code
  }
}

/**
 * Reads the bytes of a recording. A recording in an archive is also unpacked into its file.
 *
 * @throws TrackError when it is damaged or larger than allowed; SystemError when its file cannot be written, in which
 * case a part of it may exist.
 */
export function takeIn({ path, form }: Upload, maxBytes = MAX_PROCESS_BYTES): Uint8Array {
  if ('place' in form) return unpackTo(path, form, maxBytes)
  const { size } = statSync(path)
  requireSize(size, maxBytes)
  if (!isGzipForm(form)) return size > MAX_THREAD_BYTES ? Bun.mmap(path) : readFileSync(path)
  return unpackBounded(readFileSync(path), maxBytes, MAX_PROCESS_BYTES)
}

function unpackTo(path: string, form: PackedForm, maxBytes: number): Uint8Array {
  try {
    const { kept, bytes } = unpack(form, maxBytes)
    writeFileSync(path, kept, { flag: 'wx' })
    return bytes
  } catch (error) {
    if (error instanceof ZipError) throw new TrackError('invalidFile', { cause: error })
    throw isOfSystem(error) ? new SystemError(error) : error
  }
}

/**
 * Returns the bytes of a recording in an archive, and the bytes to store. These are compressed again only if other
 * programs would not decompress them completely.
 */
function unpack(form: PackedForm, maxBytes: number): { kept: Uint8Array; bytes: Uint8Array } {
  requireSize(form.place.size, maxBytes)
  const entry = readPacked(form.place)
  const bytes =
    form.kind === 'gzipEntry' ? unpackBounded(entry.bytes, maxBytes, form.maxBytes) : entry.bytes
  requireSize(bytes.length, maxBytes)
  if (isGzip(bytes)) throw new TrackError('invalidFile')
  if (form.kind === 'wellPackedEntry')
    return { bytes, kept: gzipOfDeflated(entry.packed, form.place) }
  const isWhole = form.kind !== 'gzipEntry' || isOnePiece(entry.bytes, bytes)
  return { bytes, kept: isWhole ? entry.bytes : gzipSync(bytes) }
}

/**
 * Decompresses bytes up to a limit. @throws SystemError when only this worker cannot take them; TrackError when no
 * worker may.
 */
function unpackBounded(packed: Uint8Array, maxBytes: number, allowed: number): Uint8Array {
  try {
    return gunzip(packed, Math.min(maxBytes, allowed))
  } catch (error) {
    const isTooLarge = error instanceof TrackError && error.kind === 'tooLarge'
    throw isTooLarge && maxBytes < allowed ? tooLargeForThread() : error
  }
}

function requireSize(size: number, maxBytes: number): void {
  if (size > MAX_PROCESS_BYTES) throw new TrackError('fileTooLarge')
  if (size > maxBytes) throw tooLargeForThread()
}

const tooLargeForThread = () =>
  new SystemError(
    Object.assign(new Error('the recording needs a process of its own'), { code: LARGE_RECORDING }),
  )

const isOfSystem = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error
