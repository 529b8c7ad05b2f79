import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { gunzip, isGzip } from '@/tracks/formats/gzip'
import { readPacked } from '@/tracks/formats/packed-bytes'
import { ZipError } from '@/tracks/formats/zip'
import { TrackError } from '@/tracks/track-error'
import type { PackedRecording, TrackRequest } from './track-job'

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
export function takeIn({ path, packed }: TrackRequest): Uint8Array {
  if (packed) return unpackTo(path, packed)
  requireSize(statSync(path).size)
  return readFileSync(path)
}

function unpackTo(path: string, { place, gzipMost }: PackedRecording): Uint8Array {
  try {
    requireSize(place.size)
    const entry = readPacked(place)
    const bytes = gzipMost === undefined ? entry : gunzip(entry, gzipMost)
    requireSize(bytes.length)
    if (isGzip(bytes)) throw new TrackError('invalidFile')
    writeFileSync(path, bytes, { flag: 'wx' })
    return bytes
  } catch (error) {
    if (error instanceof ZipError) throw new TrackError('invalidFile', { cause: error })
    throw isOfSystem(error) ? new SystemError(error) : error
  }
}

function requireSize(size: number): void {
  if (size > LARGEST_FILE) throw new TrackError('fileTooLarge')
}

const isOfSystem = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error
