import { type Dirent, existsSync, mkdirSync, rmSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { requireDescriptors } from '@/lib/descriptors'
import { undefinedIfMissing } from '@/lib/faults'
import type { Ids } from '@/lib/ids'
import { processName } from '@/lib/process-name'
import { makeFolder, sync } from '@/lib/sync'
import type { Reserve } from './reserve'

/** Stored files, by their paths below the uploads folder: in that folder, or in a bucket. */
export interface Files {
  /** Where a stored file lies on this machine, if it does. @throws Error for a path that would leave the folder. */
  pathOf: (relative: string) => string
  /** The path at which a stored file can be read now; undefined for one that is missing. */
  fetch: (relative: string) => Promise<string | undefined>
  /** All stored files but those that are arriving or were set aside. */
  list: () => AsyncIterable<ListedFile>
  /**
   * A new path for a file that is still arriving, on the same file system as the store. It lies in a folder of this
   * process, so that what a dead one has left can be told from what another one is just writing.
   *
   * @throws Error, with the code of a full disk while the room that is left is kept for deleting, or of too many files.
   */
  incoming: () => string
  /** Removes everything that is still arriving, before the process ends. */
  discardArrivals: () => void
  /** Moves an arrived file into place; data and name are on disk when the promise resolves. */
  keep: (incoming: string, relative: string) => Promise<void>
  /** The same for several files whose data is on disk already: for all of them, or none. */
  keepWritten: (files: readonly WrittenFile[]) => Promise<void>
  /** Removes a stored file; one that is missing already is no error. */
  remove: (relative: string) => Promise<void>
  /** Removes a folder with everything in it; one that is missing is no error. */
  removeFolder: (relative: string) => Promise<void>
  /** The files in a folder, not those in folders below it; none when it is missing. */
  filesIn: (relative: string) => Promise<StoredFile[]>
  /** Moves a stored file out of the way, to where it is kept for some time (`lost/`). */
  setAside: (relative: string) => Promise<void>
  /** Names of the folders inside a folder; none when it is missing. */
  foldersIn: (relative: string) => Promise<string[]>
  exists: (relative: string) => Promise<boolean>
  /** Bytes of everything in the uploads folder. */
  totalSize: () => Promise<number>
}

/** An arrived file whose data is on disk. */
export interface WrittenFile {
  incoming: string
  /** Where it is to be kept below the uploads folder. */
  relative: string
}

/** A file found in the uploads folder. */
export interface StoredFile {
  /** Below the uploads folder. */
  path: string
  /** When its content was written, milliseconds since the Unix epoch. */
  modifiedAt: number
}

/** The same with its size in bytes. */
export interface ListedFile extends StoredFile {
  size: number
}

/** Where files arrive: a folder for each process. */
export const ARRIVALS = 'incoming'
/** Where files are kept that nothing refers to. */
export const LOST = 'lost'

/** Files that may have to be opened while one arrives and a worker is started to look at it. */
const DESCRIPTORS = 32
/** Milliseconds for which that is taken for granted: an import makes files in a quick sequence. */
const CHECK_EVERY = 50

/** Opens (and makes) the uploads folder. */
export function openFiles(root: string, ids: Ids, reserve: Pick<Reserve, 'hasRoom'>): Files {
  const arriving = join(root, ARRIVALS, processName())
  mkdirSync(root, { recursive: true })
  const pathOf = (relative: string) => inside(root, relative)
  let checkedAt = Number.NEGATIVE_INFINITY
  const keepWritten = async (files: readonly WrittenFile[]) => {
    const moves = files.map(({ incoming, relative }) => ({ from: incoming, to: pathOf(relative) }))
    const folders = new Set(moves.map(({ to }) => dirname(to)))
    for (const folder of folders) await makeFolder(folder)
    await moveAll(moves)
    try {
      await Promise.all(Array.from(folders, sync))
    } catch (error) {
      await moveBack(moves)
      throw error
    }
  }
  return {
    pathOf,
    incoming: () => {
      if (performance.now() - checkedAt > CHECK_EVERY) requireDescriptors(DESCRIPTORS)
      checkedAt = performance.now()
      if (!reserve.hasRoom())
        throw Object.assign(new Error('no room is left for new files'), { code: 'ENOSPC' })
      mkdirSync(arriving, { recursive: true })
      return join(arriving, ids.hex(12))
    },
    discardArrivals: () => rmSync(arriving, { recursive: true, force: true }),
    keep: async (incoming, relative) => {
      await sync(incoming)
      await keepWritten([{ incoming, relative }])
    },
    keepWritten,
    remove: (relative) => rm(pathOf(relative), { force: true }),
    removeFolder: (relative) => rm(pathOf(relative), { force: true, recursive: true }),
    filesIn: async (relative) => {
      const entries = await entriesOf(pathOf(relative))
      const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      const found: StoredFile[] = []
      for (const name of names) {
        const path = `${relative}/${name}`
        const facts = await stat(pathOf(path)).catch(undefinedIfMissing)
        if (facts) found.push({ path, modifiedAt: facts.mtimeMs })
      }
      return found
    },
    setAside: async (relative) => {
      const target = pathOf(`${LOST}/${relative.replaceAll('/', '_')}`)
      mkdirSync(dirname(target), { recursive: true })
      await rename(pathOf(relative), target)
      const now = new Date()
      await utimes(target, now, now)
    },
    foldersIn: async (relative) => {
      const entries = await entriesOf(pathOf(relative))
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
    exists: async (relative) =>
      (await stat(pathOf(relative)).catch(undefinedIfMissing)) !== undefined,
    fetch: async (relative) => {
      const path = pathOf(relative)
      const facts = await stat(path).catch(undefinedIfMissing)
      return facts?.isFile() ? path : undefined
    },
    list: () => listBelow(root),
    totalSize: () => folderSize(root),
  }
}

/** What is in a folder; nothing when it is missing. */
const entriesOf = async (path: string): Promise<Dirent[]> =>
  (await readdir(path, { withFileTypes: true }).catch(undefinedIfMissing)) ?? []

/** Keeps bytes as a stored file; nothing of them is left when that fails. */
export async function keepBytes(
  files: Pick<Files, 'incoming' | 'keep'>,
  bytes: Uint8Array,
  relative: string,
): Promise<void> {
  const incoming = files.incoming()
  try {
    await writeFile(incoming, bytes)
    await files.keep(incoming, relative)
  } catch (error) {
    await rm(incoming, { force: true })
    throw error
  }
}

/** Whether what is in a top folder is stored for good. */
export const isKept = (folder: string): boolean => folder !== ARRIVALS && folder !== LOST

async function* listBelow(root: string, folder = ''): AsyncGenerator<ListedFile> {
  for (const entry of await entriesOf(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory() && (folder !== '' || isKept(entry.name))) yield* listBelow(root, path)
    if (!entry.isFile()) continue
    const facts = await stat(join(root, path)).catch(undefinedIfMissing)
    if (facts) yield { path, size: facts.size, modifiedAt: facts.mtimeMs }
  }
}

interface Move {
  from: string
  to: string
}

/** Moves files, all or none. */
async function moveAll(moves: readonly Move[]): Promise<void> {
  // None may still be moving when one has failed.
  const moving = await Promise.allSettled(moves.map(({ from, to }) => rename(from, to)))
  const failed = moving.find(({ status }) => status === 'rejected')
  if (!failed) return
  await moveBack(moves.filter((_, index) => moving[index]?.status === 'fulfilled'))
  throw (failed as PromiseRejectedResult).reason
}

const moveBack = (moves: readonly Move[]) =>
  Promise.allSettled(moves.map(({ from, to }) => rename(to, from)))

/** The uploads folder, when recordings or pictures are stored in it; undefined when there are none. */
export function findUploads(root: string): string | undefined {
  if (!existsSync(root)) return undefined
  const [first] = new Bun.Glob('{workouts,pictures}/*/*').scanSync({ cwd: root, onlyFiles: true })
  return first === undefined ? undefined : root
}

function inside(root: string, relative: string): string {
  const path = normalize(join(root, relative))
  if (!path.startsWith(root + sep)) throw outside(relative)
  return path
}

/** The error for a path that names nothing below the uploads folder. */
export const outside = (relative: string): Error =>
  new Error(`path outside the uploads folder: ${relative}`)

/** How many files are looked at before other work gets its turn. */
const BATCH = 32

/** Bytes of all files in a folder and the folders below it; 0 when it is missing. Files may come and go meanwhile. */
export async function folderSize(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const sum = { bytes: 0 }
  for (let start = 0; start < entries.length; start += BATCH) {
    const batch = entries.slice(start, start + BATCH)
    const sizes = await Promise.all(batch.map((entry) => entrySize(path, entry)))
    for (const size of sizes) sum.bytes += size
  }
  return sum.bytes
}

async function entrySize(folder: string, entry: Dirent): Promise<number> {
  const path = join(folder, entry.name)
  if (entry.isDirectory()) return folderSize(path)
  if (!entry.isFile()) return 0
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
