import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { gunzip, gzipOfDeflated, isGzip } from '@/tracks/formats/gzip'
import { type ReadEntry, readPacked } from '@/tracks/formats/packed-bytes'
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
export function takeIn({ path, packed, isGzipped = false }: TrackRequest): Uint8Array {
  if (packed) return unpackTo({ path, isGzipped }, packed)
  requireSize(statSync(path).size)
  const bytes = readFileSync(path)
  return isGzipped ? gunzip(bytes, LARGEST_FILE) : bytes
}

function unpackTo(
  { path, isGzipped }: { path: string; isGzipped: boolean },
  { place, gzipMost }: PackedRecording,
): Uint8Array {
  try {
    requireSize(place.size)
    const entry = readPacked(place)
    const bytes = gzipMost === undefined ? entry.bytes : gunzip(entry.bytes, gzipMost)
    requireSize(bytes.length)
    if (isGzip(bytes)) throw new TrackError('invalidFile')
    const kept = isGzipped ? gzipOf(entry, { place, gzipMost }) : bytes
    writeFileSync(path, kept, { flag: 'wx' })
    return bytes
  } catch (error) {
    if (error instanceof ZipError) throw new TrackError('invalidFile', { cause: error })
    throw isOfSystem(error) ? new SystemError(error) : error
  }
}

/** Gzip data of a recording as it came: nothing is packed anew. */
const gzipOf = ({ packed, bytes }: ReadEntry, { place, gzipMost }: PackedRecording): Uint8Array =>
  gzipMost === undefined ? gzipOfDeflated(packed, place) : bytes

function requireSize(size: number): void {
  if (size > LARGEST_FILE) throw new TrackError('fileTooLarge')
}

const isOfSystem = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error
