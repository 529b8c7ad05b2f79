import type { AppConfigRow } from '@/db/queries/app-config'
import type { NewImportEntry } from '@/db/queries/import-entries'
import { badRequest, badRequestAs } from '@/errors'
import { extensionOf } from '@/storage/upload-names'
import { EXTENSIONS, isRecordingName } from '@/tracks/formats/extensions'
import {
  openZip,
  type ZipArchive,
  type ZipEntry,
  ZipError,
  type ZipProblem,
} from '@/tracks/formats/zip'

/** Maximum number of entries of any kind: listing more would take too long. */
const MOST_ENTRIES = 200_000
/**
 * How many times larger than the archive its contents may be; recordings usually compress to a tenth, rarely to a
 * fortieth.
 */
const MOST_EXPANSION = 100
/** Bytes that may be unpacked from an archive of any size. */
const FREE_EXPANSION = 512 * 1024 * 1024

const INVALID = 'invalid zip file'
const CHECK = 'please check the archive'
const TOO_MANY = 'the number of files in the archive exceeds the limit'
const UNSAFE = `archive contains unsafe entries, ${CHECK}`

const PROBLEMS: Record<ZipProblem, () => Error> = {
  unreadable: () => badRequest(INVALID),
  tooLarge: () => badRequest(INVALID),
  unsafe: () => badRequestAs('fail', UNSAFE),
  tooManyEntries: () => badRequestAs('fail', TOO_MANY),
}

/** Extensions of what can be uploaded, lower case. */
export const UPLOADED: readonly string[] = [...EXTENSIONS, 'zip']

/** Whether a file is an archive of recordings. */
export const isArchive = (fileName: string): boolean => extensionOf(fileName) === 'zip'

/** Whether a file in an archive or folder is a recording, judged by its name; it may be compressed on its own. */
export const isRecording = isRecordingName

/** The recordings of an archive in the order of its directory; other files are ignored. */
export const recordingsOf = (archive: ZipArchive): ZipEntry[] =>
  archive.entries.filter(({ name }) => isRecording(name))

/** What else an archive holds, for the report. */
export function othersIn(archive: ZipArchive): NewImportEntry[] {
  const recordings = new Set(recordingsOf(archive))
  return archive.entries
    .filter((entry) => !recordings.has(entry) && !entry.name.endsWith('/'))
    .map(({ name }) => ({ name, result: 'skipped', reason: 'no recording' }))
}

/** Opens an archive; to be closed by the caller. @throws 400 for a file that is none, or an unsafe one. */
export async function openArchive(path: string): Promise<ZipArchive> {
  return openZip(path, MOST_ENTRIES).catch((error) => {
    throw error instanceof ZipError ? PROBLEMS[error.problem]() : error
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
    throw badRequestAs('fail', `at least one file in zip archive exceeds size limit, ${CHECK}`)
  if (recordings.length > limits.file_limit_import) throw badRequestAs('fail', TOO_MANY)
  if (recordings.length === 0)
    throw badRequestAs('fail', 'archive does not contain valid workout files')
  requireHarmless(archive.entries)
  return recordings.length
}

/**
 * Checks the directory of an export against the limits; returns how many recordings it shows, which may be none: some
 * services pack them a second time, or keep numbers alone.
 *
 * @throws 400 with the first problem.
 */
export function requireHarmlessExport(archive: ZipArchive, limits: AppConfigRow): number {
  const { length } = recordingsOf(archive)
  if (length > limits.file_limit_import) throw badRequestAs('fail', TOO_MANY)
  requireHarmless(archive.entries)
  return length
}

/** @throws 400 for archives that no well-meaning program creates, and for unreadable ones. */
function requireHarmless(entries: readonly ZipEntry[]): void {
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  const unpacked = sum(entries.map(({ size }) => size))
  const packed = sum(entries.map(({ packedSize }) => packedSize))
  if (unpacked > FREE_EXPANSION + MOST_EXPANSION * packed) throw badRequestAs('fail', UNSAFE)
  if (entries.some(({ isLink }) => isLink))
    throw badRequestAs('fail', `archive contains links, ${CHECK}`)
  if (entries.some(({ isEncrypted }) => isEncrypted))
    throw badRequestAs('fail', `archive is encrypted, ${CHECK}`)
  if (new Set(entries.map(({ name }) => name)).size < entries.length)
    throw badRequestAs('fail', `archive contains files with the same name, ${CHECK}`)
}
