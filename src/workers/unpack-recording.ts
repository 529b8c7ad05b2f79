import { closeSync, fsync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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

/** The bytes of a recording, and when they are safe. */
interface Arrival {
  bytes: Uint8Array
  /** Settles when a file that is new is on disk. @throws SystemError */
  onDisk: Promise<void>
}

/**
 * Takes a recording into memory; one that is packed is unpacked into its file. A new file is brought to disk while its
 * bytes are already being read.
 *
 * @throws TrackError when it is damaged or larger than allowed; SystemError when its file cannot be written, which may
 *   be there in part.
 */
export function takeIn({ path, packed, isNew }: TrackRequest): Arrival {
  if (packed) return unpackTo(path, packed)
  requireSize(statSync(path).size)
  const bytes = readFileSync(path)
  return { bytes, onDisk: isNew ? bringToDisk(openSync(path, 'r')) : Promise.resolve() }
}

function unpackTo(path: string, { place, gzipMost }: PackedRecording): Arrival {
  try {
    requireSize(place.size)
    const entry = readPacked(place)
    const bytes = gzipMost === undefined ? entry : gunzip(entry, gzipMost)
    requireSize(bytes.length)
    if (isGzip(bytes)) throw new TrackError('invalidFile')
    return { bytes, onDisk: writeNew(path, bytes) }
  } catch (error) {
    if (error instanceof ZipError) throw new TrackError('invalidFile', { cause: error })
    throw isOfSystem(error) ? new SystemError(error) : error
  }
}

function requireSize(size: number): void {
  if (size > LARGEST_FILE) throw new TrackError('fileTooLarge')
}

function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = openSync(path, 'wx')
  try {
    writeFileSync(file, bytes)
  } catch (error) {
    closeSync(file)
    throw error
  }
  return bringToDisk(file)
}

/** Closes the file in the end. */
function bringToDisk(file: number): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    fsync(file, (error) => {
      closeSync(file)
      if (isOfSystem(error)) reject(new SystemError(error))
      else resolve()
    })
  })
  // It may be waited for a good while later, or not at all when the recording is of no use.
  done.catch(() => undefined)
  return done
}

const isOfSystem = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error
