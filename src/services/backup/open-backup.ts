import { createReadStream, existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import { undefinedIfMissing } from '@/lib/system-errors'
import { chooseBackup } from './choose-backup'
import { contentPath, readManifest } from './folder'
import { type BackedUpFile, BackupError, MANIFEST, type Manifest, parseManifest } from './manifest'
import { decrypt, isEncrypted } from './passphrase'
import { createScratchFolder } from './scratch-folder'
import { requireSeal } from './seal'
import type { OnBackupStep } from './steps'

/** A backup that is open for reading. The caller must close it. */
export interface OpenBackup {
  /** Path of the archive, or of the folder of this backup. */
  path: string
  manifest: Manifest
  /** Problems of newer backups in the same folder that were skipped. */
  warnings: string[]
  read: (file: BackedUpFile) => Promise<Readable>
  close: () => Promise<void>
}

/** Options for opening a backup. */
interface OpenOptions {
  /** Passphrase, for an encrypted backup. */
  passphrase: string | undefined
  /** Folder with enough space for a decrypted copy. */
  scratch: string
  onStep?: OnBackupStep
  /** Time or name of a backup in a folder of backups; the newest by default. */
  at?: string | undefined
  /** Whether an older one may be chosen when newer ones cannot be read. */
  acceptOlder?: boolean
}

const MAX_FILES = 10_000_000
const MAX_MANIFEST = 2 ** 31

/**
 * Opens an archive, the folder of one backup, or the newest backup in a folder of backups.
 *
 * @throws BackupError when there is no backup, when it is damaged, or when it needs another passphrase; also when the
 * newest backup in a folder is damaged or incomplete, unless the options choose an older one.
 */
export async function openBackup(path: string, options: OpenOptions): Promise<OpenBackup> {
  const facts = await stat(path).catch(undefinedIfMissing)
  if (!facts)
    throw new BackupError(
      `There is no backup at ${path}: check the path. milepost backup list FOLDER shows the backups in a folder.`,
      { kind: 'notFound' },
    )
  const isFolderOfBackups = facts.isDirectory() && !existsSync(join(path, MANIFEST))
  if (options.at !== undefined && !isFolderOfBackups)
    throw new BackupError(`${path} is a single backup: --at chooses from a folder of backups.`, {
      kind: 'usage',
    })
  if (!facts.isDirectory()) return openFile(path, options)
  if (!isFolderOfBackups) return openInFolder(dirname(resolve(path)), basename(path), [])
  const { name, warnings } = await chooseBackup(path, options)
  return openInFolder(path, name, warnings)
}

async function openInFolder(folder: string, name: string, warnings: string[]): Promise<OpenBackup> {
  return {
    path: join(folder, name),
    manifest: await readManifest(folder, name),
    warnings,
    read: async ({ sha256 }) => createReadStream(contentPath(folder, sha256)),
    close: async () => undefined,
  }
}

async function openFile(
  path: string,
  { passphrase, scratch, onStep }: OpenOptions,
): Promise<OpenBackup> {
  if (!(await isEncrypted(path))) return openArchive(path, onStep)
  if (passphrase === undefined)
    throw new BackupError('The backup is encrypted: give its passphrase with --passphrase-file.', {
      kind: 'usage',
    })
  const folder = await createScratchFolder(scratch, '.milepost-decrypted-')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const plain = join(folder, 'backup.zip')
    await decrypt(path, plain, { passphrase, onStep })
    const open = await openArchive(plain, onStep)
    return { ...open, path, close: () => open.close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function openArchive(path: string, onStep?: OnBackupStep): Promise<OpenBackup> {
  if (await isDatabase(path))
    throw new BackupError(
      `${path} is a copy of the database alone: stop the server, and put it in the place of milepost.db, without a milepost.db-wal and a milepost.db-shm beside it.`,
    )
  await requireSeal(path, onStep)
  const zip = await openZip(path, MAX_FILES)
  const entries = new Map(zip.entries.map((entry) => [entry.name, entry]))
  const read = async (name: string, maxBytes: number) => {
    const entry = entries.get(name)
    if (!entry) throw new BackupError(`The backup does not contain ${name}.`)
    return zip.stream(entry, maxBytes)
  }
  return {
    path,
    warnings: [],
    manifest: parseManifest(await text(await read(MANIFEST, MAX_MANIFEST))),
    read: (file) => read(file.path, file.size),
    close: async () => zip.close(),
  }
}

/** The first bytes of every SQLite database. */
const SQLITE = 'SQLite format 3'

const isDatabase = async (path: string) =>
  (await Bun.file(path).slice(0, SQLITE.length).text()) === SQLITE
