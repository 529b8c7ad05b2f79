import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { type FileHandle, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findExcessCopies } from '@/lib/files/excess-copies'
import { formatFileStamp } from '@/lib/files/file-stamp'
import {
  createFolder,
  fsyncFile,
  fsyncFolder,
  fsyncFoldersUpTo,
  renameDurably,
} from '@/lib/files/fsync'
import { type BackupTarget, openFile } from './archive'
import { meter } from './checksum'
import { type BackedUpFile, BackupError, MANIFEST, type Manifest, parseManifest } from './manifest'

/** Folder of contents by their checksums, shared by all backups in a folder. */
export const CONTENTS = 'contents'
/** File with the SHA-256 of a manifest. */
const MANIFEST_SUM = 'manifest.sha256'
/** Prefix of the names of incomplete files and backups. */
export const PARTIAL = '.partial-'
export const BACKUP = /^milepost-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** Names a backup for an instant, one second later if the name exists. Names sort by time. */
export function backupName(folder: string, instant: number): string {
  const name = `milepost-${formatFileStamp(instant)}Z`
  return existsSync(join(folder, name)) ? backupName(folder, instant + 1000) : name
}

/** The path of a content in a folder of backups. */
export const contentPath = (folder: string, sha256: string): string =>
  join(folder, CONTENTS, sha256.slice(0, 2), sha256)

/** Lists the complete backups in a folder, the oldest first. */
async function listBackups(folder: string): Promise<string[]> {
  const names = await listBackupNames(folder)
  return names.filter((name) => existsSync(join(folder, name, MANIFEST)))
}

/** Lists all backups in a folder, including those without a manifest, the oldest first. */
export async function listBackupNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => BACKUP.test(name)).toSorted()
}

/** Reads and checks the manifest of a backup. @throws BackupError when it is missing, unreadable or damaged. */
export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const text = await readFile(join(folder, name, MANIFEST), 'utf8').catch((error) => {
    const reason = error.code === 'ENOENT' ? 'is missing' : `cannot be read (${error.code})`
    throw new BackupError(`The manifest of ${name} ${reason}.`, { cause: error })
  })
  const sum = await readFile(join(folder, name, MANIFEST_SUM), 'utf8').catch(() => '')
  if (sum !== sumOf(text)) throw new BackupError(`The manifest of ${name} is damaged.`)
  return parseManifest(text)
}

/** Like `readManifest`, but returns undefined for a damaged manifest, which must not prevent new backups. */
const findManifest = (folder: string, name: string): Promise<Manifest | undefined> =>
  readManifest(folder, name).catch((error) => {
    if (error instanceof BackupError) return undefined
    throw error
  })

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Creates a backup in a folder with other backups. Contents that the folder already has are not written again, and
 * files that have not changed since the last backup are not even read. Contents are stored by checksum instead of as
 * hard links, because that works on every file system of a disk or a NAS and allows checking for corruption.
 */
export async function folderTarget(folder: string, name: string): Promise<BackupTarget> {
  await createFolder(join(folder, CONTENTS), 0o700)
  const touched = new Set<string>()
  const last = (await listBackups(folder)).at(-1)
  const before = last === undefined ? undefined : await findManifest(folder, last)
  const known = new Map(before?.files.map((file) => [file.path, file] as const))
  return {
    add: async (path, source) => {
      const last = known.get(path)
      const before = last && existsSync(contentPath(folder, last.sha256)) ? last : undefined
      if (source.known && before && isSame(before, source.known)) return before
      const handle = await openFile(source)
      if (!handle) return undefined
      await using _ = handle
      const { size, mtimeMs } = await handle.stat()
      const facts = { size, modifiedAt: source.known?.modifiedAt ?? mtimeMs }
      if (before && isSame(before, facts)) return before
      const modifiedAt = Math.floor(facts.modifiedAt)
      const content = await storeContent(folder, handle)
      touched.add(dirname(contentPath(folder, content.sha256)))
      return { path, ...content, modifiedAt }
    },
    finish: async (manifest) => {
      // After a power failure, a manifest that exists must have all its contents. An interrupted backup may have
      // created the folders without having fsynced their names.
      for (const changed of touched) await fsyncFolder(changed)
      await fsyncFoldersUpTo(join(folder, CONTENTS), dirname(resolve(folder)))
      await writeManifest(folder, name, manifest)
    },
  }
}

/** Whether a file has not changed since it was backed up. */
const isSame = (before: BackedUpFile, facts: { size: number; modifiedAt: number }): boolean =>
  before.size === facts.size && before.modifiedAt === Math.floor(facts.modifiedAt)

/** Copies a file to the path of its checksum, atomically. */
async function storeContent(
  folder: string,
  source: FileHandle,
): Promise<Pick<BackedUpFile, 'sha256' | 'size'>> {
  const partial = join(folder, CONTENTS, PARTIAL + randomUUID())
  try {
    const { through, result } = meter()
    const read = source.createReadStream({ autoClose: false })
    await pipeline(read, through, createWriteStream(partial, { mode: 0o600 }))
    const content = result()
    const target = contentPath(folder, content.sha256)
    if (existsSync(target)) return content
    await fsyncFile(partial)
    await createFolder(dirname(target), 0o700)
    await rename(partial, target)
    return content
  } finally {
    await rm(partial, { force: true })
  }
}

async function writeManifest(folder: string, name: string, manifest: Manifest): Promise<void> {
  const partial = join(folder, PARTIAL + name)
  mkdirSync(partial, { mode: 0o700 })
  const text = JSON.stringify(manifest)
  for (const [file, content] of [
    [MANIFEST, text],
    [MANIFEST_SUM, sumOf(text)],
  ] as const) {
    await writeFile(join(partial, file), content, { mode: 0o600 })
    await fsyncFile(join(partial, file))
  }
  await fsyncFolder(partial)
  await renameDurably(partial, join(folder, name))
}

/**
 * Deletes all backups except the newest `keep` and the one that was just `made`, then the contents that no remaining
 * backup refers to. Returns the deleted names. If a remaining manifest is damaged, no contents are deleted, because it
 * is unknown which ones it refers to.
 */
export async function removeOldBackups(
  folder: string,
  { keep, created }: { keep: number; created: string },
): Promise<string[]> {
  const names = await listBackups(folder)
  const old = findExcessCopies(names, { keep, created })
  if (old.length === 0) return []
  const manifests = await Promise.all(
    names.filter((name) => !old.includes(name)).map((name) => findManifest(folder, name)),
  )
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  // The deletion of manifests must be durable before contents are deleted: a manifest that reappeared after a power
  // failure would lack its contents.
  await fsyncFolder(folder)
  const valid = manifests.filter((manifest) => manifest !== undefined)
  const needed = new Set(valid.flatMap(({ files }) => files.map(({ sha256 }) => sha256)))
  if (valid.length === manifests.length) await removeContents(folder, needed)
  return old
}

/** Deletes all contents that are not in `needed`. */
async function removeContents(folder: string, needed: ReadonlySet<string>): Promise<void> {
  for (const prefix of await readdir(join(folder, CONTENTS)))
    if (/^[0-9a-f]{2}$/.test(prefix))
      for (const sha256 of await readdir(join(folder, CONTENTS, prefix)))
        if (!needed.has(sha256)) await rm(contentPath(folder, sha256), { force: true })
}
