import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { AppContext } from '@/context'
import { type ZipArchive, type ZipEntry, ZipError } from '@/tracks/formats/zip'
import { TrackError } from '@/tracks/track-error'
import type { ArrivedFile } from './store-recording'

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
})

/**
 * Writes a file to disk as if it had been uploaded, unpacking `.gz` on the way, without holding it in memory. The
 * caller has to move or remove it.
 *
 * @throws TrackError when it is damaged or larger than allowed; nothing is left on disk then.
 */
export async function unpack(
  ctx: Pick<AppContext, 'files'>,
  { name, packedSize, open }: PackedFile,
  mostBytes: number,
): Promise<ArrivedFile> {
  const path = ctx.files.incoming()
  const most = Math.min(mostBytes, FREE_EXPANSION + MOST_EXPANSION * packedSize)
  const steps = GZIP.test(name) ? [createGunzip(), atMost(most)] : [atMost(mostBytes)]
  try {
    await pipeline([await open(), ...steps, createWriteStream(path)])
  } catch (error) {
    await rm(path, { force: true })
    throw isDamage(error) ? new TrackError('invalidFile', { cause: error }) : error
  }
  return { path, name: name.replace(GZIP, '') }
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
