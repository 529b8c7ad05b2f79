import type { AppConfigRow } from '@/db/queries/app-config'
import { badRequest, badRequestAs } from '@/errors'
import { extensionOf } from '@/storage/upload-names'
import { openZip, type ZipArchive, type ZipEntry, ZipError } from '@/tracks/formats/zip'

const RECORDING = /\.(gpx|fit|kml|kmz|tcx|gpx\.gz|fit\.gz|tcx\.gz)$/i
/** Most entries of any kind: beyond this even the list is too long to read. */
const MOST_ENTRIES = 200_000

export const INVALID_ZIP = 'invalid zip file'

/** Whether a file is an archive of recordings. */
export const isArchive = (fileName: string): boolean => extensionOf(fileName) === 'zip'

/** The recordings of an archive in the order of its directory; other files are ignored. */
export const recordingsOf = (archive: ZipArchive): ZipEntry[] =>
  archive.entries.filter(({ name }) => RECORDING.test(name))

/** Opens an archive; to be closed by the caller. @throws 400 for a file that is none, or an unsafe one. */
export async function openArchive(path: string): Promise<ZipArchive> {
  return openZip(path, MOST_ENTRIES).catch((error) => {
    throw error instanceof ZipError ? badRequest(INVALID_ZIP) : error
  })
}

/**
 * Checks the directory of an archive against the limits; returns how many recordings it holds.
 *
 * @throws 400 with the first problem.
 */
export function requireWithinLimits(archive: ZipArchive, limits: AppConfigRow): number {
  const recordings = recordingsOf(archive)
  if (recordings.some(({ size }) => size > limits.max_single_file_size))
    throw badRequestAs(
      'fail',
      'at least one file in zip archive exceeds size limit, please check the archive',
    )
  if (recordings.length > limits.file_limit_import)
    throw badRequestAs('fail', 'the number of files in the archive exceeds the limit')
  if (recordings.length === 0)
    throw badRequestAs('fail', 'archive does not contain valid workout files')
  return recordings.length
}
