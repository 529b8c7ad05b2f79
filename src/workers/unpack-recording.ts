import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { gunzip, gzipOfDeflated, isGzip, isOnePiece } from '@/tracks/formats/gzip'
import { readPacked } from '@/tracks/formats/packed-bytes'
import { ZipError } from '@/tracks/formats/zip'
import { TrackError } from '@/tracks/track-error'
import { isGzipForm, type PackedForm } from './recording-form'
import type { TrackRequest } from './track-job'

/** Larger files are not taken into memory, whatever the administrator allows; a million points need less. */
const LARGEST_FILE = 256 * 1024 * 1024

/** The system did not do what it was to do, which is no fault of the recording. */
export class SystemError extends Error {
  override name = 'SystemError'
  /** Such as `ENOSPC`. */
  readonly code: string

  constructor(cause: Error & { code: string }) {
    super(cause.message, { cause })
    this.code = cause.code
  }
}

/**
 * The bytes of a recording; one that is packed is unpacked into its file on the way.
 *
 * @throws TrackError when it is damaged or larger than allowed; SystemError when its file cannot be written, which may
 *   be there in part.
 */
export function takeIn({ path, form }: TrackRequest): Uint8Array {
  if ('place' in form) return unpackTo(path, form)
  requireSize(statSync(path).size)
  const bytes = readFileSync(path)
  return isGzipForm(form) ? gunzip(bytes, LARGEST_FILE) : bytes
}

function unpackTo(path: string, form: PackedForm): Uint8Array {
  try {
    const { kept, bytes } = unpack(form)
    writeFileSync(path, kept, { flag: 'wx' })
    return bytes
  } catch (error) {
    if (error instanceof ZipError) throw new TrackError('invalidFile', { cause: error })
    throw isOfSystem(error) ? new SystemError(error) : error
  }
}

/**
 * The bytes of a recording in an archive, and those that are kept of it: nothing is packed anew that every program
 * unpacks wholly.
 */
function unpack(form: PackedForm): { kept: Uint8Array; bytes: Uint8Array } {
  requireSize(form.place.size)
  const entry = readPacked(form.place)
  const bytes = form.kind === 'gzipEntry' ? gunzip(entry.bytes, form.mostBytes) : entry.bytes
  requireSize(bytes.length)
  if (isGzip(bytes)) throw new TrackError('invalidFile')
  if (form.kind === 'wellPackedEntry')
    return { bytes, kept: gzipOfDeflated(entry.packed, form.place) }
  const isWhole = form.kind !== 'gzipEntry' || isOnePiece(entry.bytes, bytes)
  return { bytes, kept: isWhole ? entry.bytes : gzipSync(bytes) }
}

function requireSize(size: number): void {
  if (size > LARGEST_FILE) throw new TrackError('fileTooLarge')
}

const isOfSystem = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error
