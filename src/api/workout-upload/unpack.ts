import { writeFile } from 'node:fs/promises'
import type { AppContext } from '@/context'
import { gunzip } from '@/tracks/formats/gzip'
import type { ZipArchive, ZipEntry } from '@/tracks/formats/zip'
import { ZipError } from '@/tracks/formats/zip'
import { TrackError } from '@/tracks/track-error'
import type { ArrivedFile } from './service'

const GZIP = /\.gz$/i

/**
 * Puts one recording of an archive on disk as if it had been uploaded; a `.gz` is unpacked on the way. The file is
 * the caller's to move or remove.
 *
 * @throws TrackError when the entry is damaged or larger than allowed.
 */
export async function unpackRecording(
  ctx: Pick<AppContext, 'files'>,
  archive: ZipArchive,
  { entry, mostBytes }: { entry: ZipEntry; mostBytes: number },
): Promise<ArrivedFile> {
  const packed = await archive.read(entry, mostBytes).catch((cause) => {
    throw cause instanceof ZipError ? new TrackError('invalidFile', { cause }) : cause
  })
  const path = ctx.files.incoming()
  await writeFile(path, GZIP.test(entry.name) ? gunzip(packed) : packed)
  return { path, name: entry.name.replace(GZIP, '') }
}
