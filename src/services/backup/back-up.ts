import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteLeftovers, uniqueName } from '@/lib/process/process-name'
import { VERSION } from '@/lib/version'
import { copyWhileInUse } from '@/store/db/connections/maintenance'
import type { OpenDatabase } from '@/store/db/connections/open'
import { type DatabaseCopy, openCopy } from '@/store/db/schema/open-copy'
import type { Files, ListedFile } from '@/store/files/stored-files'
import type { BackupFile, BackupTarget } from './archive'
import { type BackedUpFile, DATABASE, type Manifest, SECRET_KEY, UPLOADS } from './manifest'
import type { OnBackupStep } from './steps'

/** The data to back up. */
export interface BackupSource {
  database: Pick<OpenDatabase, 'sqlite'>
  dataDir: string
  files: Pick<Files, 'list' | 'fetch'>
  /** Milliseconds since the Unix epoch. */
  now: number
  /** Number of database pages to copy before other work gets a turn. */
  pagesAtOnce: number
  /** Called after every file, and when the database is copied. */
  onStep?: OnBackupStep
}

/** Prefix and suffix of temporary copies of the database. */
const COPY = ['.backup-', '.db'] as const

/**
 * Maximum number of copies of the database. It is copied again when files that it refers to were deleted in the
 * meantime.
 */
const ATTEMPTS = 5

/**
 * Creates a backup while the server runs: first the files, then a copy of the database, then the files that this copy
 * refers to and that were added in between. If such a file no longer exists, the copy predates its deletion, so the
 * database is copied again. Files that are still missing afterwards are recorded in the manifest.
 */
export async function backUp(source: BackupSource, target: BackupTarget): Promise<Manifest> {
  const stored = new Map<string, BackedUpFile>()
  let bytes = 0
  const add = async (path: string, from: BackupFile) => {
    const file = stored.has(path) ? undefined : await target.add(path, from)
    if (!file) return
    stored.set(path, file)
    bytes += file.size
    source.onStep?.({ what: 'files', files: stored.size, bytes })
  }
  const addUpload = (path: string, known?: ListedFile) =>
    add(`${UPLOADS}/${path}`, { fetch: () => source.files.fetch(path), known })
  for await (const file of source.files.list()) await addUpload(file.path, file)
  await deleteLeftovers(source.dataDir, ...COPY)
  const partial = join(source.dataDir, uniqueName(...COPY))
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

/** Copies the database until `vanished` reports no missing files, or the same ones as before. */
async function copyDatabase(
  { database, pagesAtOnce, onStep }: BackupSource,
  path: string,
  vanished: (copy: DatabaseCopy) => Promise<string[]>,
) {
  let missing: string[] = []
  for (let attempt = 1; ; attempt++) {
    await rm(path, { force: true })
    onStep?.({ what: 'copying database' })
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
