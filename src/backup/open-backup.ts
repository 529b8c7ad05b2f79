import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { openZip } from '@/tracks/formats/zip'
import { contentPath, listBackups, readManifest } from './folder'
import { type BackedUpFile, BackupError, MANIFEST, type Manifest, parseManifest } from './manifest'
import { decrypt, isEncrypted } from './passphrase'
import { requireSeal } from './seal'
import type { TellStep } from './steps'

/** A backup that can be read; to be closed by whoever opened it. */
export interface OpenBackup {
  manifest: Manifest
  read: (file: BackedUpFile) => Promise<Readable>
  close: () => Promise<void>
}

/** Where and how a backup is opened. */
interface OpenOptions {
  /** For an encrypted one. */
  passphrase: string | undefined
  /** A folder with room for a decrypted copy. */
  scratch: string
  tell?: TellStep
}

const MOST_FILES = 10_000_000
const LARGEST_MANIFEST = 2 ** 31

/**
 * Opens an archive, one backup of a folder, or the newest backup in a folder.
 *
 * @throws BackupError when there is none, when it is damaged, or when it needs another passphrase.
 */
export async function openBackup(path: string, options: OpenOptions): Promise<OpenBackup> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts) throw new BackupError(`There is no backup at ${path}.`)
  if (!facts.isDirectory()) return openFile(path, options)
  if (existsSync(join(path, MANIFEST))) return openInFolder(dirname(resolve(path)), basename(path))
  const newest = (await listBackups(path)).at(-1)
  if (newest === undefined) throw new BackupError(`There is no backup in ${path}.`)
  return openInFolder(path, newest)
}

async function openInFolder(folder: string, name: string): Promise<OpenBackup> {
  return {
    manifest: await readManifest(folder, name),
    read: async ({ sha256 }) => createReadStream(contentPath(folder, sha256)),
    close: async () => undefined,
  }
}

async function openFile(
  path: string,
  { passphrase, scratch, tell }: OpenOptions,
): Promise<OpenBackup> {
  if (!(await isEncrypted(path))) return openArchive(path, tell)
  if (passphrase === undefined)
    throw new BackupError('The backup is encrypted: give its passphrase with --passphrase-file.')
  const folder = await mkdtemp(join(scratch, '.milepost-decrypted-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const plain = join(folder, 'backup.zip')
    await decrypt(path, plain, { passphrase, tell })
    const open = await openArchive(plain, tell)
    return { ...open, close: () => open.close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function openArchive(path: string, tell?: TellStep): Promise<OpenBackup> {
  if (await isDatabase(path))
    throw new BackupError(
      `${path} is a copy of the database alone: stop the server, and put it in the place of milepost.db, without a milepost.db-wal and a milepost.db-shm beside it.`,
    )
  await requireSeal(path, tell)
  const zip = await openZip(path, MOST_FILES)
  const entries = new Map(zip.entries.map((entry) => [entry.name, entry]))
  const read = async (name: string, most: number) => {
    const entry = entries.get(name)
    if (!entry) throw new BackupError(`The backup lacks ${name}.`)
    return zip.stream(entry, most)
  }
  return {
    manifest: parseManifest(await text(await read(MANIFEST, LARGEST_MANIFEST))),
    read: (file) => read(file.path, file.size),
    close: async () => zip.close(),
  }
}

/** How every database of SQLite begins. */
const SQLITE = 'SQLite format 3'

const isDatabase = async (path: string) =>
  (await Bun.file(path).slice(0, SQLITE.length).text()) === SQLITE
