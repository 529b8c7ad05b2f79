import { EXTENSIONS, isRecordingName } from '@/domain/tracks/formats/recording-extensions'
import {
  openZip,
  type ZipArchive,
  type ZipEntry,
  ZipError,
  type ZipProblem,
} from '@/domain/tracks/formats/zip/zip'
import { badRequest, badRequestAs } from '@/lib/errors'
import type { AppConfigRow } from '@/store/db/queries/accounts/app-config'
import type { NewImportEntry } from '@/store/db/queries/tasks/import-entries'
import { extensionOf } from '@/store/files/upload-names'

/** Maximum number of entries of any kind; listing more would take too long. */
const MAX_ENTRIES = 200_000
/** Maximum ratio of unpacked to packed size. Recordings usually compress to a tenth, rarely to a fortieth. */
const MAX_EXPANSION = 100
/** Bytes that any archive may unpack to, whatever its size. */
const FREE_EXPANSION = 512 * 1024 * 1024

const INVALID = 'invalid zip file'
const CHECK = 'please check the archive'
export const TOO_MANY_FILES = 'the number of files in the archive exceeds the limit'
const UNSAFE = `archive contains unsafe entries, ${CHECK}`

const PROBLEMS: Record<ZipProblem, () => Error> = {
  unreadable: () => badRequest(INVALID),
  tooLarge: () => badRequest(INVALID),
  unsafe: () => badRequestAs('fail', UNSAFE),
  tooManyEntries: () => badRequestAs('fail', TOO_MANY_FILES),
}

/** Extensions that can be uploaded, in lower case. */
export const UPLOADED: readonly string[] = [...EXTENSIONS, 'zip']

export const isArchive = (fileName: string): boolean => extensionOf(fileName) === 'zip'

/** Whether a file in an archive or folder is a recording, judging by its name. It may be compressed itself. */
export const isRecording = isRecordingName

/** Returns the recordings of an archive in the order of its directory, without other files. */
export const listRecordings = (archive: ZipArchive): ZipEntry[] =>
  archive.entries.filter(({ name }) => isRecording(name))

/** Lists the other files of an archive as skipped, for the import report. */
export function listOtherFiles(archive: ZipArchive): NewImportEntry[] {
  const recordings = new Set(listRecordings(archive))
  return archive.entries
    .filter((entry) => !recordings.has(entry) && !entry.name.endsWith('/'))
    .map(({ name }) => ({ name, result: 'skipped', reason: 'no recording' }))
}

/** Opens an archive, which the caller must close. @throws 400 when the file is not a valid archive or is unsafe. */
export async function openArchive(path: string): Promise<ZipArchive> {
  return openZip(path, MAX_ENTRIES).catch((error) => {
    throw error instanceof ZipError ? PROBLEMS[error.problem]() : error
  })
}

/**
 * Checks the directory of an archive against the limits. Returns the number of recordings.
 *
 * @throws 400 with the first problem.
 */
export function requireWithinLimits(archive: ZipArchive, limits: AppConfigRow): number {
  const recordings = listRecordings(archive)
  if (recordings.some(({ size }) => size > limits.max_single_file_size))
    throw badRequestAs('fail', `at least one file in zip archive exceeds size limit, ${CHECK}`)
  if (recordings.length > limits.file_limit_import) throw badRequestAs('fail', TOO_MANY_FILES)
  if (recordings.length === 0)
    throw badRequestAs('fail', 'archive does not contain valid workout files')
  requireSafe(archive.entries)
  return recordings.length
}

/**
 * Checks the directory of a service export against the limits. Returns the number of recordings in it. Zero is allowed:
 * some services put recordings into nested archives or export only summary values.
 *
 * @throws 400 with the first problem.
 */
export function requireExportWithinLimits(archive: ZipArchive, limits: AppConfigRow): number {
  const { length } = listRecordings(archive)
  if (length > limits.file_limit_import) throw badRequestAs('fail', TOO_MANY_FILES)
  requireSafe(archive.entries)
  return length
}

/** Rejects archives that well-meaning programs do not create, and those that cannot be read. @throws 400. */
function requireSafe(entries: readonly ZipEntry[]): void {
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  const unpacked = sum(entries.map(({ size }) => size))
  const packed = sum(entries.map(({ packedSize }) => packedSize))
  if (unpacked > FREE_EXPANSION + MAX_EXPANSION * packed) throw badRequestAs('fail', UNSAFE)
  if (entries.some(({ isLink }) => isLink))
    throw badRequestAs('fail', `archive contains links, ${CHECK}`)
  if (entries.some(({ isEncrypted }) => isEncrypted))
    throw badRequestAs('fail', `archive is encrypted, ${CHECK}`)
  if (new Set(entries.map(({ name }) => name)).size < entries.length)
    throw badRequestAs('fail', `archive contains files with the same name, ${CHECK}`)
}
