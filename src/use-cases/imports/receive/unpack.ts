import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { detectFormat, MAX_PROLOGUE_LENGTH } from '@/domain/tracks/formats/detect-format'
import {
  type PackedBytes,
  type ZipArchive,
  type ZipEntry,
  ZipError,
} from '@/domain/tracks/formats/zip/zip'
import { TRACK_ERRORS, TrackError } from '@/domain/tracks/track-error'
import { badRequest } from '@/lib/errors'
import { uncompressedName } from '@/lib/files/gzip-name'
import type { AppContext } from '@/services/context'
import { type PackedForm, PLAIN, type Upload } from '@/services/workers/upload'
import { extensionOf } from '@/store/files/upload-names'

const GZIP = /\.gz$/i
/** Maximum expansion of a compressed file, beyond the size that any file may unpack to. */
const MAX_EXPANSION = 200
const FREE_EXPANSION = 16 * 1024 * 1024

/** An upload in an archive or folder, which may have to be unpacked. */
export interface PackedUpload {
  name: string
  /** Size in bytes, compressed. */
  packedSize: number
  open: () => Promise<Readable>
  /** Position of its bytes in an archive on disk. @throws ZipError */
  locate?: () => PackedBytes | undefined
}

/** Returns an entry of an archive as a file to unpack. */
export const packedEntry = (
  archive: ZipArchive,
  entry: ZipEntry,
  maxBytes: number,
): PackedUpload => ({
  name: entry.name,
  packedSize: entry.packedSize,
  open: () => archive.stream(entry, maxBytes),
  locate: () => archive.locate(entry, maxBytes),
})

/**
 * Prepares a file for reading. Its worker unpacks it if possible; otherwise it is unpacked here. The caller must move
 * or delete the file at the returned path.
 *
 * @throws TrackError when it is damaged or too large, 400 when it is not a recording.
 */
export async function prepareForReading(
  ctx: Pick<AppContext, 'files'>,
  file: PackedUpload,
  maxBytes: number,
): Promise<Upload> {
  const form = packedForm(file, maxBytes)
  if (form === undefined) {
    const upload = await unpack(ctx, file, maxBytes)
    await requireRecording(upload).catch(async (error) => {
      await rm(upload.path, { force: true })
      throw error
    })
    return upload
  }
  return { path: ctx.files.incoming(), name: uncompressedName(file.name), form }
}

/**
 * Checks the first bytes of a file.
 *
 * @throws 400 when they do not belong to a recording or archive, as its name claims.
 */
export async function requireRecording({ path, name }: Upload): Promise<void> {
  const start = await Bun.file(path).slice(0, MAX_PROLOGUE_LENGTH).bytes()
  const extension = extensionOf(name)
  const format = detectFormat(start, extension)
  if (!format || (extension === 'zip' && format !== 'kmz'))
    throw badRequest(TRACK_ERRORS.invalidFile)
}

/** Recordings are stored compressed if that saves at least this share of their size. */
const MIN_SAVING = 0.2

const isWellPacked = ({ isDeflated, packedSize, size }: PackedBytes): boolean =>
  isDeflated && packedSize <= (1 - MIN_SAVING) * size

/** Returns how a file is stored in an archive on disk; undefined for other files. */
function packedForm(file: PackedUpload, maxBytes: number): PackedForm | undefined {
  try {
    const place = file.locate?.()
    if (place === undefined) return undefined
    if (GZIP.test(file.name))
      return { kind: 'gzipEntry', place, maxBytes: maxGzipSize(file, maxBytes) }
    return { kind: isWellPacked(place) ? 'wellPackedEntry' : 'entry', place }
  } catch (error) {
    throw isDamage(error) ? new TrackError('invalidFile', { cause: error }) : error
  }
}

const maxGzipSize = ({ packedSize }: PackedUpload, maxBytes: number) =>
  Math.min(maxBytes, FREE_EXPANSION + MAX_EXPANSION * packedSize)

/**
 * Writes a file to a temporary path, decompressing `.gz`, without loading it into memory. The caller must move or
 * delete it.
 *
 * @throws TrackError when it is damaged or too large. The temporary file is deleted first.
 */
export async function unpack(
  ctx: Pick<AppContext, 'files'>,
  file: PackedUpload,
  maxBytes: number,
): Promise<Upload> {
  const path = ctx.files.incoming()
  const steps = GZIP.test(file.name)
    ? [createGunzip(), limitSize(maxGzipSize(file, maxBytes))]
    : [limitSize(maxBytes)]
  try {
    await pipeline([await file.open(), ...steps, createWriteStream(path)])
  } catch (error) {
    await rm(path, { force: true })
    throw isDamage(error) ? new TrackError('invalidFile', { cause: error }) : error
  }
  return { path, name: uncompressedName(file.name), form: PLAIN }
}

/** Whether an error is due to damaged content, as opposed to the system or the size limit. */
const isDamage = (error: unknown) =>
  error instanceof ZipError ||
  (error instanceof Error && !('syscall' in error) && !(error instanceof TrackError))

function limitSize(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      left -= chunk.length
      done(left < 0 ? new TrackError('tooLarge') : null, chunk)
    },
  })
}
