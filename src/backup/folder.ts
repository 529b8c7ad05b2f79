import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { type FileHandle, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { outdated } from '@/lib/outdated'
import { makeFolder, sync } from '@/lib/sync'
import { type BackupTarget, openFile } from './archive'
import { meter } from './checksum'
import { type BackedUpFile, BackupError, MANIFEST, type Manifest, parseManifest } from './manifest'

/** Contents by their checksums, shared by all backups in a folder. */
export const CONTENTS = 'contents'
/** The SHA-256 of a manifest. */
const MANIFEST_SUM = 'manifest.sha256'
/** How is named what is not complete. */
export const PARTIAL = '.partial-'
export const BACKUP = /^milepost-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** An instant to the second, UTC, as it stands in names of files. */
export const stampOf = (instant: number): string =>
  new Date(instant).toISOString().slice(0, 19).replaceAll(':', '-')

/** The name of a backup made at an instant, a second later where there is one already; names sort as instants do. */
export function backupName(folder: string, instant: number): string {
  const name = `milepost-${stampOf(instant)}Z`
  return existsSync(join(folder, name)) ? backupName(folder, instant + 1000) : name
}

/** Where a content lies in a folder of backups. */
export const contentPath = (folder: string, sha256: string): string =>
  join(folder, CONTENTS, sha256.slice(0, 2), sha256)

/** The backups in a folder, the oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => BACKUP.test(name) && existsSync(join(folder, name, MANIFEST)))
    .toSorted()
}

/** @throws BackupError when it is not as it was written. */
export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const text = await readFile(join(folder, name, MANIFEST), 'utf8')
  const sum = await readFile(join(folder, name, MANIFEST_SUM), 'utf8').catch(() => '')
  if (sum !== sumOf(text)) throw new BackupError(`The manifest of ${name} is damaged.`)
  return parseManifest(text)
}

/** The same; undefined for a damaged one, which must keep nobody from making others. */
const findManifest = (folder: string, name: string): Promise<Manifest | undefined> =>
  readManifest(folder, name).catch((error) => {
    if (error instanceof BackupError) return undefined
    throw error
  })

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * A backup in a folder that holds others: a content that is there already is not written again, and a file that has
 * not changed since the last backup is not even read. Contents are kept by checksum rather than as hard links because
 * that works on every file system a disk or a NAS may have, and finds a flipped byte by itself.
 */
export async function folderTarget(folder: string, name: string): Promise<BackupTarget> {
  await makeFolder(join(folder, CONTENTS), 0o700)
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
      const content = await keepContent(folder, handle)
      touched.add(dirname(contentPath(folder, content.sha256)))
      return { path, ...content, modifiedAt }
    },
    finish: async (manifest) => {
      // What a manifest names must be there after a power cut, if the manifest is.
      for (const changed of touched) await sync(changed)
      await writeManifest(folder, name, manifest)
    },
  }
}

/** Whether a file has not changed since it was backed up. */
const isSame = (before: BackedUpFile, facts: { size: number; modifiedAt: number }): boolean =>
  before.size === facts.size && before.modifiedAt === Math.floor(facts.modifiedAt)

/** Copies a file to the place of its checksum; it is whole there or not at all. */
async function keepContent(
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
    await sync(partial)
    await makeFolder(dirname(target), 0o700)
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
    await sync(join(partial, file))
  }
  await sync(partial)
  await rename(partial, join(folder, name))
  await sync(folder)
}

/**
 * Removes all but the newest `keep` backups and the one that was just `made`, then the contents that none of those names;
 * returns the names removed. While a manifest is damaged, nobody knows what it names, and contents stay.
 */
export async function removeOldBackups(
  folder: string,
  { keep, made }: { keep: number; made: string },
): Promise<string[]> {
  const names = await listBackups(folder)
  const old = outdated(names, { keep, made })
  if (old.length === 0) return []
  const manifests = await Promise.all(
    names.filter((name) => !old.includes(name)).map((name) => findManifest(folder, name)),
  )
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  const sound = manifests.filter((manifest) => manifest !== undefined)
  const needed = new Set(sound.flatMap(({ files }) => files.map(({ sha256 }) => sha256)))
  if (sound.length === manifests.length) await removeContents(folder, needed)
  return old
}

/** Removes all contents but those that are needed. */
async function removeContents(folder: string, needed: ReadonlySet<string>): Promise<void> {
  for (const prefix of await readdir(join(folder, CONTENTS)))
    if (/^[0-9a-f]{2}$/.test(prefix))
      for (const sha256 of await readdir(join(folder, CONTENTS, prefix)))
        if (!needed.has(sha256)) await rm(contentPath(folder, sha256), { force: true })
}
