import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { AppContext } from '@/context'
import { type PackedBytes, type ZipArchive, type ZipEntry, ZipError } from '@/tracks/formats/zip'
import { TrackError } from '@/tracks/track-error'
import { type PackedForm, PLAIN } from '@/workers/recording-form'
import { requireRecording } from './import-file'
import type { ArrivedFile, RecordingFile } from './store-recording'

const GZIP = /\.gz$/i
/** How many times its size a compressed file may expand to, beyond the size allowed to any. */
const MOST_EXPANSION = 200
const FREE_EXPANSION = 16 * 1024 * 1024

/** A file to import that was not uploaded by itself: its name and its bytes. */
export interface PackedFile {
  name: string
  /** Bytes as they are packed. */
  packedSize: number
  open: () => Promise<Readable>
  /** Where it lies in an archive on disk. @throws ZipError */
  locate?: () => PackedBytes | undefined
}

/** An entry of an archive as a file to unpack. */
export const packedEntry = (
  archive: ZipArchive,
  entry: ZipEntry,
  mostBytes: number,
): PackedFile => ({
  name: entry.name,
  packedSize: entry.packedSize,
  open: () => archive.stream(entry, mostBytes),
  locate: () => archive.locate(entry, mostBytes),
})

/**
 * A file as one to be read: its worker unpacks it where it can, else it is unpacked now. The caller has to move or
 * remove what is then at its path.
 *
 * @throws TrackError when it is damaged or larger than allowed, 400 when it is no recording.
 */
export async function toBeRead(
  ctx: Pick<AppContext, 'files'>,
  file: PackedFile,
  mostBytes: number,
): Promise<RecordingFile> {
  const form = packedForm(file, mostBytes)
  if (form === undefined) {
    const arrived = await unpack(ctx, file, mostBytes)
    await requireRecording(arrived).catch(async (error) => {
      await rm(arrived.path, { force: true })
      throw error
    })
    return { ...arrived, form: PLAIN }
  }
  return { path: ctx.files.incoming(), name: nameOf(file), form }
}

/** The share of its size that a file has to lose by being packed, or it is kept as it is. */
const WORTH = 0.2

const isWellPacked = ({ isDeflated, packedSize, size }: PackedBytes): boolean =>
  isDeflated && packedSize <= (1 - WORTH) * size

/** The form of a file in an archive on disk; undefined for any other. */
function packedForm(file: PackedFile, mostBytes: number): PackedForm | undefined {
  try {
    const place = file.locate?.()
    if (place === undefined) return undefined
    if (GZIP.test(file.name))
      return { kind: 'gzipEntry', place, mostBytes: gzipMost(file, mostBytes) }
    return { kind: isWellPacked(place) ? 'wellPackedEntry' : 'entry', place }
  } catch (error) {
    throw isDamage(error) ? new TrackError('invalidFile', { cause: error }) : error
  }
}

const nameOf = ({ name }: PackedFile) => name.replace(GZIP, '')

const gzipMost = ({ packedSize }: PackedFile, mostBytes: number) =>
  Math.min(mostBytes, FREE_EXPANSION + MOST_EXPANSION * packedSize)

/**
 * Writes a file to disk as if it had been uploaded, unpacking `.gz` on the way, without holding it in memory. The
 * caller has to move or remove it.
 *
 * @throws TrackError when it is damaged or larger than allowed; nothing is left on disk then.
 */
export async function unpack(
  ctx: Pick<AppContext, 'files'>,
  file: PackedFile,
  mostBytes: number,
): Promise<ArrivedFile> {
  const path = ctx.files.incoming()
  const steps = GZIP.test(file.name)
    ? [createGunzip(), atMost(gzipMost(file, mostBytes))]
    : [atMost(mostBytes)]
  try {
    await pipeline([await file.open(), ...steps, createWriteStream(path)])
  } catch (error) {
    await rm(path, { force: true })
    throw isDamage(error) ? new TrackError('invalidFile', { cause: error }) : error
  }
  return { path, name: nameOf(file) }
}

/** Whether the file is at fault: not the system, and not its size. */
const isDamage = (error: unknown) =>
  error instanceof ZipError ||
  (error instanceof Error && !('syscall' in error) && !(error instanceof TrackError))

function atMost(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      left -= chunk.length
      done(left < 0 ? new TrackError('tooLarge') : null, chunk)
    },
  })
}
