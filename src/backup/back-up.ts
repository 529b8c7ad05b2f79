import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenDatabase } from '@/db/open'
import { type DatabaseCopy, openCopy } from '@/db/open-copy'
import { copyWhileInUse } from '@/db/upkeep'
import { ownName, removeLeftBehind } from '@/lib/process-name'
import type { Files, ListedFile } from '@/storage/files'
import { VERSION } from '@/version'
import type { BackupFile, BackupTarget } from './archive'
import { type BackedUpFile, DATABASE, type Manifest, SECRET_KEY, UPLOADS } from './manifest'
import type { TellStep } from './steps'

/** What is backed up. */
export interface BackupSource {
  database: Pick<OpenDatabase, 'sqlite'>
  dataDir: string
  files: Pick<Files, 'list' | 'fetch'>
  /** Milliseconds since the Unix epoch. */
  now: number
  /** Pages of the database that are copied before others get a turn. */
  pagesAtOnce: number
  /** Is told of every file, and when the database is copied. */
  tell?: TellStep
}

/** How the copies of the database are named that backups are made of. */
const COPY = ['.backup-', '.db'] as const

/** How often the database is copied again because files that it names vanished meanwhile. */
const ATTEMPTS = 5

/**
 * Makes a backup while the server works: files first, then a copy of the database, then the files that it names and
 * that came in between. Files a row names that are gone by then mean that the copy is older than their removal: it is
 * made again, and what is still gone is noted as missing.
 */
export async function backUp(source: BackupSource, target: BackupTarget): Promise<Manifest> {
  const stored = new Map<string, BackedUpFile>()
  let bytes = 0
  const add = async (path: string, from: BackupFile) => {
    const file = stored.has(path) ? undefined : await target.add(path, from)
    if (!file) return
    stored.set(path, file)
    bytes += file.size
    source.tell?.({ what: 'files', files: stored.size, bytes })
  }
  const addUpload = (path: string, known?: ListedFile) =>
    add(`${UPLOADS}/${path}`, { fetch: () => source.files.fetch(path), known })
  for await (const file of source.files.list()) await addUpload(file.path, file)
  await removeLeftBehind(source.dataDir, ...COPY)
  const partial = join(source.dataDir, ownName(...COPY))
  try {
    const { counts, missing } = await copyDatabase(source, partial, async (copy) => {
      const gone = new Set<string>()
      for await (const path of copy.storedFiles()) {
        await addUpload(path)
        if (!stored.has(`${UPLOADS}/${path}`)) gone.add(path)
      }
      return [...gone]
    })
    await add(DATABASE, { fetch: async () => partial })
    await add(SECRET_KEY, { fetch: async () => join(source.dataDir, SECRET_KEY) })
    const manifest: Manifest = {
      format: 'milepost-backup',
      version: 1,
      createdAt: new Date(source.now).toISOString(),
      server: VERSION.server,
      counts,
      files: [...stored.values()],
      missing,
    }
    await target.finish(manifest)
    return manifest
  } finally {
    await rm(partial, { force: true })
  }
}

/** Copies the database until `vanished` finds that nothing it names is gone, or that it stays gone. */
async function copyDatabase(
  { database, pagesAtOnce, tell }: BackupSource,
  path: string,
  vanished: (copy: DatabaseCopy) => Promise<string[]>,
) {
  let missing: string[] = []
  for (let attempt = 1; ; attempt++) {
    await rm(path, { force: true })
    tell?.({ what: 'copying database' })
    await copyWhileInUse(database, path, pagesAtOnce)
    const copy = openCopy(path)
    try {
      const before = missing
      missing = await vanished(copy)
      const isSettled = missing.length === 0 || (attempt > 1 && sameTexts(missing, before))
      if (isSettled || attempt === ATTEMPTS) return { missing, counts: await copy.counts() }
    } finally {
      await copy.close()
    }
  }
}

const sameTexts = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at])
